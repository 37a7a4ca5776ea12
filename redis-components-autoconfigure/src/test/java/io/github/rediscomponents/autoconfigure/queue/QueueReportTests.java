// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the console shows of queues that are partly unreadable, and what that costs.
 */
class QueueReportTests {

	private static RedisServer redis;

	private static ConfigurableApplicationContext context;

	@BeforeAll
	static void start() {
		redis = RedisServer.start();
		context = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off", "spring.data.redis.url=" + redis.uri(),
					"redis-components.command-timeout=3s", "redis-components.key-prefix=shop",
					"management.endpoints.web.exposure.include=redisComponents",
					"redis-components.task-queue.queues.alpha.max-length=10",
					"redis-components.task-queue.queues.broken.max-length=10",
					"redis-components.task-queue.queues.gamma.max-length=10",
					"redis-components.delay-queue.queues.later.max-length=10")
			.run();
		context.getBean(TaskQueues.class).get("alpha", String.class).enqueue("a");
		context.getBean(TaskQueues.class).get("gamma", String.class).enqueue("c");
		context.getBean(DelayQueues.class).get("later", String.class).schedule("d", Duration.ofHours(1));
		redis.command("SET", "shop:task:{broken}", "no queue");
	}

	@AfterAll
	static void stop() {
		context.close();
		redis.close();
	}

	@AfterEach
	void goOn() {
		redis.resume();
		// A queue without a reply is not asked again before that has come.
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> Long.valueOf(1).equals(merged("task-queue").get("alpha").get("depth")));
	}

	private static RoomView view(String room) {
		return context.getBeansOfType(RoomView.class)
			.values()
			.stream()
			.filter((one) -> one.room().equals(room))
			.findFirst()
			.orElseThrow();
	}

	private static Map<String, Map<?, ?>> merged(String room) {
		RoomView view = view(room);
		List<?> instances = (List<?>) view.merge(Map.of("a", view.report())).get("instances");
		return instances.stream()
			.map((one) -> (Map<?, ?>) one)
			.collect(Collectors.toMap((one) -> String.valueOf(one.get("name")), (one) -> one, (one, two) -> one,
					LinkedHashMap::new));
	}

	@Test
	void anUnreadableQueueHidesNoOther() {
		Map<String, Map<?, ?>> queues = merged("task-queue");
		assertThat(queues.get("broken").get("error").toString()).contains("WRONGTYPE");
		assertThat(queues.get("broken").containsKey("depth")).isFalse();
		assertThat(queues.get("broken").get("settings")).isNotNull();
		for (String name : List.of("alpha", "gamma")) {
			assertThat(queues.get(name).get("depth")).isEqualTo(1L);
			assertThat(queues.get(name).containsKey("error")).isFalse();
		}
	}

	@Test
	void anOutageIsWaitedForOnce() {
		redis.pause();
		long before = System.nanoTime();
		Map<String, Map<?, ?>> queues = merged("task-queue");
		Duration took = Duration.ofNanos(System.nanoTime() - before);
		assertThat(queues.values()).hasSize(3).allSatisfy((queue) -> {
			assertThat(queue.get("error").toString()).isNotEmpty();
			assertThat(queue.get("settings")).isNotNull();
		});
		// Three timeouts would take 9 s, and a machine may stand still.
		assertThat(took).isLessThan(Duration.ofSeconds(8));
	}

	@Test
	void aQueueIsAskedForAgainAfterItsReplyAndNotBefore() {
		redis.command("CONFIG", "RESETSTAT");
		redis.pause();
		long scripts = view("task-queue").reads();
		assertThat(merged("task-queue").values()).allMatch((queue) -> queue.containsKey("error"));
		assertThat(merged("task-queue").values()).hasSize(3)
			.allMatch((queue) -> queue.get("error").equals("Redis did not answer in time"));
		assertThat(view("task-queue").reads() - scripts).isEqualTo(3);
		redis.resume();
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.untilAsserted(() -> assertThat(merged("task-queue").get("alpha").get("depth")).isEqualTo(1L));
	}

	@Test
	void aLookAtADelayQueueIsTwoScripts() {
		merged("delay-queue");
		redis.command("CONFIG", "RESETSTAT");
		Map<?, ?> later = merged("delay-queue").get("later");
		assertThat(later.get("waiting")).isEqualTo(1L);
		assertThat(later.get("depth")).isEqualTo(0L);
		assertThat(redis.commandCalls().get("evalsha")).isEqualTo(2L);
	}

	@Test
	void aQueueThatTheApplicationWrapsIsReadToo() {
		TaskQueues wrapped = wrapped(TaskQueues.class, context.getBean(TaskQueues.class));
		QueueSource source = new QueueSource("redis-components.task-queue", wrapped, new DeclaredTypes(Map.of()));
		assertThat(new QueueLooks(source).read("gamma").stats().depth()).isEqualTo(1);
		assertThat(new QueueLooks(source).read(List.of("alpha")).get("alpha")).isInstanceOfSatisfying(QueueLook.class,
				(look) -> assertThat(look.stats().depth()).isEqualTo(1));
	}

	private static <T> T wrapped(Class<T> type, Object target) {
		return type
			.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, args) -> {
				Object result = method.invoke(target, args);
				return (result instanceof TaskQueue<?> queue) ? wrapped(TaskQueue.class, queue) : result;
			}));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
