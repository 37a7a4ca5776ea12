// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.starter;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.limit.LimitQueueSettings;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.queue.TaskLease;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.session.Session;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * One application on either generation of Spring Boot, which shares its keys with a
 * process on the other. Writes or reads, holds its lock, and ends when told to.
 */
final class GenerationApp {

	private final RedisComponents components;

	private final String prefix;

	private GenerationApp(RedisComponents components, String prefix) {
		this.components = components;
		this.prefix = prefix;
	}

	public static void main(String[] args) throws Exception {
		SpringApplication application = new SpringApplication(Configured.class);
		try (ConfigurableApplicationContext context = application.run("--spring.data.redis.url=" + args[0],
				"--redis-components.key-prefix=generations", "--redis-components.command-timeout=30s",
				"--spring.main.banner-mode=off", "--redis-components.cache.caches.order.ttl=1h")) {
			GenerationApp app = new GenerationApp(context.getBean(RedisComponents.class), args[2]);
			say("generation", SpringBootVersion.getVersion().substring(0, 1));
			if (args[1].equals("write")) {
				app.write();
			}
			else {
				app.read(args[3]);
			}
			new BufferedReader(new InputStreamReader(System.in)).readLine();
		}
	}

	private static void say(String name, Object value) {
		System.out.println(name + "=" + value);
	}

	private void write() throws InterruptedException {
		Order order = Order.some(this.prefix);
		CacheClient caches = this.components.caches();
		caches.cache("order", Order.class).put(this.prefix, order);
		this.components.taskQueues().get("work", Order.class, WorkQueueSettings.defaults()).enqueue(order);
		this.components.limitQueues().get("recent-" + this.prefix, Order.class, LimitQueueSettings.of(3)).offer(order);
		this.components.mailboxes().get(Order.class).send(this.prefix, order);
		Lease lease = this.components.locks().get(this.prefix).acquire();
		say("held", lease.isValid());
		say("id", this.components.ids().nextId());
		say("token", this.components.tokenSessions().issue(NewSession.of(this.prefix)).token());
		say("ready", "written");
	}

	private void read(String token) throws InterruptedException {
		Order order = Order.some(this.prefix);
		CacheClient caches = this.components.caches();
		say("cached", order.equals(caches.cache("order", Order.class).peek(this.prefix).value()));
		TaskLease<Order> task = this.components.taskQueues()
			.get("work", Order.class, WorkQueueSettings.defaults())
			.poll(Duration.ofSeconds(30))
			.orElseThrow();
		say("task", order.equals(task.value()));
		task.ack();
		say("recent",
				List.of(order)
					.equals(this.components.limitQueues()
						.get("recent-" + this.prefix, Order.class, LimitQueueSettings.of(3))
						.list()));
		say("mail",
				this.components.mailboxes()
					.get(Order.class)
					.fetch(this.prefix, 10)
					.mails()
					.stream()
					.allMatch((mail) -> order.equals(mail.body())));
		say("locked", this.components.locks().get(this.prefix).tryAcquire().isEmpty());
		say("id", this.components.ids().nextId());
		Optional<Session> session = this.components.tokenSessions().find(token);
		say("session", session.map(Session::user).orElse("none").equals(this.prefix));
		say("ready", "read");
	}

	/**
	 * The kinds of properties whose JSON differs between the defaults of Jackson 2 and 3.
	 */
	record Order(long id, String name, Kind kind, BigDecimal price, LocalDateTime placed, ZonedDateTime paid,
			Duration delivery, Optional<String> note, Optional<String> absent, Map<String, List<Integer>> parts) {

		static Order some(String name) {
			return new Order(Long.MAX_VALUE, name, Kind.GIFT, new BigDecimal("12.50"),
					LocalDateTime.of(2026, 11, 23, 0, 0),
					ZonedDateTime.of(2026, 11, 23, 1, 2, 3, 4_000, ZoneOffset.UTC), Duration.ofMillis(90_001),
					Optional.of("nötig"), Optional.empty(), Map.of("a", List.of(1, 2)));
		}

	}

	@EnableAutoConfiguration
	static class Configured {

	}

	enum Kind {

		PLAIN, GIFT;

		@Override
		public String toString() {
			return name().toLowerCase();
		}

	}

}
