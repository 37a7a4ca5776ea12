// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many round trips the console's look at the queues of one kind takes.
 */
class QueueTripsTests {

	/** Of a round trip; the work of a look takes less. */
	private static final Duration TRIP = Duration.ofMillis(400);

	private static RedisServer redis;

	private static RedisProxy proxy;

	@BeforeAll
	static void start() {
		redis = RedisServer.start();
		proxy = RedisProxy.to(redis);
	}

	@AfterAll
	static void stop() {
		proxy.close();
		redis.close();
	}

	@AfterEach
	void goOn() {
		proxy.delay(Duration.ZERO);
		redis.command("FLUSHALL");
	}

	@ParameterizedTest
	@CsvSource({ "task, 1, 1", "task, 10, 1", "task, 64, 1", "task, 100, 2", "delay, 10, 1", "delay, 100, 2",
			"stream, 10, 1" })
	void queuesAreReadTogether(String kind, int queues, int trips) {
		try (ConfigurableApplicationContext context = application(kind, queues)) {
			RoomView view = context.getBeansOfType(RoomView.class)
				.values()
				.stream()
				.filter((one) -> one.room().equals(kind + "-queue"))
				.findFirst()
				.orElseThrow();
			fill(context, kind);
			// Connects, and has Redis know the scripts.
			assertThat(instances(view)).hasSize(queues);
			long scripts = view.reads();
			proxy.delay(TRIP.dividedBy(2));
			long before = System.nanoTime();
			List<Map<?, ?>> instances = instances(view);
			Duration took = Duration.ofNanos(System.nanoTime() - before);
			long read = view.reads() - scripts;
			// A look takes no less than its trips, and longer if the machine stands
			// still.
			for (int i = 0; i < 5 && took.dividedBy(TRIP) > trips; i++) {
				before = System.nanoTime();
				instances(view);
				took = Duration.ofNanos(System.nanoTime() - before);
			}
			System.out.printf("%d %s queues: %d trips, %d ms of which %d are the network%n", queues, kind,
					took.dividedBy(TRIP), took.toMillis(), trips * TRIP.toMillis());
			assertThat(took.dividedBy(TRIP)).isEqualTo(trips);
			assertThat(read).isEqualTo(kind.equals("task") ? queues : 2L * queues);
			assertThat(instances).hasSize(queues).allSatisfy((one) -> {
				assertThat(one.containsKey("error")).isFalse();
				boolean last = one.get("name").equals("q" + (queues - 1));
				assertThat(one.get(kind.equals("delay") ? "waiting" : "depth")).isEqualTo(last ? 1L : 0L);
				assertThat(one.containsKey("groups")).isEqualTo(kind.equals("stream") && last);
			});
		}
	}

	private static void fill(ConfigurableApplicationContext context, String kind) {
		String last = "q" + (context.getEnvironment().getRequiredProperty("queues", Integer.class) - 1);
		switch (kind) {
			case "task" -> context.getBean(TaskQueues.class).get(last, String.class).enqueue("a");
			case "stream" -> {
				StreamQueue<String> queue = context.getBean(StreamQueues.class).get(last, String.class);
				queue.publish("a");
				redis.command("XGROUP", "CREATE", queue.streamKey(), "readers", "0");
			}
			default -> context.getBean(DelayQueues.class).get(last, String.class).schedule("a", Duration.ofHours(1));
		}
	}

	private static List<Map<?, ?>> instances(RoomView view) {
		return ((List<?>) view.merge(Map.of("a", view.report())).get("instances")).stream()
			.<Map<?, ?>>map((one) -> (Map<?, ?>) one)
			.toList();
	}

	private static ConfigurableApplicationContext application(String kind, int queues) {
		String[] common = { "spring.main.banner-mode=off", "spring.data.redis.url=" + proxy.uri(), "queues=" + queues,
				"management.endpoints.web.exposure.include=redisComponents", "redis-components.command-timeout=30s" };
		String declared = "redis-components." + kind + "-queue.queues.q";
		Stream<String> each = IntStream.range(0, queues)
			.boxed()
			.flatMap((i) -> kind.equals("stream")
					? Stream.of(declared + i + ".max-length=10", declared + i + ".retention=all-groups")
					: Stream.of(declared + i + ".max-length=10"));
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.properties(Stream.concat(Stream.of(common), each).toArray(String[]::new))
			.run();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
