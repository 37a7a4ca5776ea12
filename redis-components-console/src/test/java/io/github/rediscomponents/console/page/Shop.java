// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.page;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.console.EveryRoom;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.queue.DeadLetterException;
import io.github.rediscomponents.queue.PublishOptions;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.ScheduleOptions;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.session.TokenSessions;
import io.github.rediscomponents.test.RedisServer;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/**
 * An application with the console and the login page of Spring Security, in two
 * processes, and something in each room.
 */
final class Shop implements AutoCloseable {

	/** A name that is markup, and would run a script as such. */
	static final String EVIL = "<img src=x onerror=\"document.title='broken'\">";

	static final String PASSWORD = "let-me-in";

	static final int DEAD = 3;

	private final RedisServer redis;

	private final ConfigurableApplicationContext first;

	private final ConfigurableApplicationContext second;

	private Shop(RedisServer redis, ConfigurableApplicationContext first, ConfigurableApplicationContext second) {
		this.redis = redis;
		this.first = first;
		this.second = second;
	}

	static Shop start(String... more) {
		RedisServer redis = RedisServer.start();
		return new Shop(redis, process(redis, more), process(redis, more));
	}

	private static ConfigurableApplicationContext process(RedisServer redis, String... more) {
		List<String> arguments = new ArrayList<>(List.of("--server.port=0", "--spring.main.banner-mode=off",
				"--spring.application.name=Shop " + EVIL, "--spring.data.redis.url=" + redis.uri(),
				"--redis-components.key-prefix=shop", "--redis-components.console.enabled=true",
				"--redis-components.task-queue.queues.orders.trace=true",
				"--redis-components.task-queue.queues.orders.backoff=20ms",
				"--redis-components.task-queue.queues.mail.max-deliveries=3",
				"--redis-components.stream-queue.queues.events.max-length=10000",
				"--redis-components.delay-queue.queues.reminders.max-deliveries=3",
				"--redis-components.rate-limit.policies.login-code.limit=1",
				"--redis-components.rate-limit.policies.login-code.period=60s",
				"--redis-components.semaphore.semaphores.printer.permits=2",
				"--redis-components.prefix-index.indexes.shops.max-payload=1KB"));
		EveryRoom.furtherProperties().forEach((property) -> arguments.add("--" + property));
		arguments.addAll(List.of(more));
		return new SpringApplicationBuilder(Application.class).run(arguments.toArray(String[]::new));
	}

	RedisServer redis() {
		return this.redis;
	}

	<T> T bean(Class<T> type) {
		return this.first.getBean(type);
	}

	Queues queues() {
		return bean(Queues.class);
	}

	String base() {
		return "http://localhost:" + this.first.getEnvironment().getProperty("local.server.port");
	}

	/** The address of the page. */
	String console() {
		return URI.create(base() + "/redis-components/").toString();
	}

	/**
	 * Puts something into each room, with names that are markup where any are possible.
	 */
	void fill() {
		for (int i = 0; i < DEAD; i++) {
			queues().orders().enqueue("no address, " + EVIL + i);
		}
		queues().mail().enqueue("waits");
		queues().mail().enqueue("waits, too", PublishOptions.id("mail-2"));
		queues().reminders().schedule("tomorrow", Duration.ofDays(1), ScheduleOptions.id("reminder-1"));
		queues().reminders().schedule("later", Duration.ofHours(1), ScheduleOptions.id(EVIL));
		bean(DistributedLock.class).get(EVIL).tryAcquire().orElseThrow();
		bean(DistributedLock.class).get("order:" + "customer/".repeat(30)).tryAcquire().orElseThrow();
		bean(DistributedSemaphore.class).get("printer").tryAcquire().orElseThrow();
		RateLimiter limiter = bean(RateLimiter.class);
		for (int i = 0; i < 4; i++) {
			limiter.tryAcquire("login-code", EVIL);
		}
		CacheClient caches = bean(CacheClient.class);
		for (int i = 0; i < 40; i++) {
			caches.get("shop", String.valueOf(i % 4), String.class, (id) -> "Tea house " + EVIL);
		}
		bean(TokenSessions.class).issue(NewSession.of("alice").withDevice(EVIL));
		bean(TokenSessions.class).issue(NewSession.of("alice").withDevice("phone"));
		EveryRoom.fillFurther(this.first);
	}

	@Override
	public void close() {
		this.second.close();
		this.first.close();
		this.redis.close();
	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@QueueListener(queue = "orders")
		void order(String order) {
			throw new DeadLetterException("Cannot be delivered: " + order);
		}

		@Bean
		Queues queues(TaskQueue<String> ordersTaskQueue, TaskQueue<String> mailTaskQueue,
				DelayQueue<String> remindersDelayQueue) {
			return new Queues(ordersTaskQueue, mailTaskQueue, remindersDelayQueue);
		}

		@Bean
		UserDetailsService users() {
			return new InMemoryUserDetailsManager(
					User.withUsername("olga").password("{noop}" + PASSWORD).roles("REDIS_COMPONENTS_OPERATE").build(),
					User.withUsername("rita").password("{noop}" + PASSWORD).roles("REDIS_COMPONENTS_READ").build());
		}

	}

	/** The queues of the application. */
	record Queues(TaskQueue<String> orders, TaskQueue<String> mail, DelayQueue<String> reminders) {

	}

}
