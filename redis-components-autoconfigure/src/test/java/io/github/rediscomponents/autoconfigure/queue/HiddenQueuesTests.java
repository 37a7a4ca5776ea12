// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Of more queues than the console shows those with an alarm are shown.
 */
class HiddenQueuesTests {

	private static final int QUEUES = 330;

	private static final int SHOWN = 200;

	/** After so many looks each of the others has had its turn. */
	private static final int TURNS = 1 + (QUEUES - SHOWN + QueueLooks.TOGETHER - 1) / QueueLooks.TOGETHER;

	private static RedisServer redis;

	private static ConfigurableApplicationContext context;

	@BeforeAll
	static void start() {
		redis = RedisServer.start();
		Stream<String> queues = IntStream.range(0, QUEUES)
			.mapToObj((i) -> "redis-components.task-queue.queues." + name(i) + ".max-length=10");
		context = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.properties(
					Stream
						.concat(Stream.of("spring.main.banner-mode=off", "spring.data.redis.url=" + redis.uri(),
								"redis-components.key-prefix=shop", "redis-components.command-timeout=30s",
								"management.endpoints.web.exposure.include=redisComponents"), queues)
						.toArray(String[]::new))
			.run();
	}

	@AfterAll
	static void stop() {
		context.close();
		redis.close();
	}

	@AfterEach
	void clear() {
		redis.command("FLUSHALL");
		looks(TURNS);
	}

	private static String name(int i) {
		return "q%03d".formatted(i);
	}

	private static void bury(int i) {
		redis.command("XADD", "shop:task:{" + name(i) + "}:dead", "*", "v", "x");
	}

	private static Map<String, Object> look() {
		RoomView view = context.getBeansOfType(RoomView.class)
			.values()
			.stream()
			.filter((one) -> one.room().equals("task-queue"))
			.findFirst()
			.orElseThrow();
		long scripts = view.reads();
		Map<String, Object> merged = view.merge(Map.of("a", view.report()));
		assertThat(view.reads() - scripts).isLessThanOrEqualTo(SHOWN + QueueLooks.TOGETHER);
		assertThat((List<?>) merged.get("instances")).hasSize(SHOWN);
		assertThat(merged).containsEntry("instancesOmitted", (long) QUEUES - SHOWN);
		return merged;
	}

	private static List<Map<String, Object>> looks(int n) {
		List<Map<String, Object>> all = new ArrayList<>();
		IntStream.range(0, n).forEach((i) -> all.add(look()));
		return all;
	}

	private static Optional<Map<?, ?>> instance(Map<String, Object> merged, int i) {
		return ((List<?>) merged.get("instances")).stream()
			.<Map<?, ?>>map((one) -> (Map<?, ?>) one)
			.filter((one) -> one.get("name").equals(name(i)))
			.findFirst();
	}

	@Test
	void everyDeadLetterIsFoundWithinAFewLooksAndForgottenWithItsEnd() {
		IntStream.of(3, 200, 270, QUEUES - 1).forEach(HiddenQueuesTests::bury);
		Map<String, Object> last = looks(TURNS + 1).get(TURNS);
		for (int i : List.of(3, 200, 270, QUEUES - 1)) {
			assertThat(instance(last, i)).as(name(i)).hasValueSatisfying((one) -> {
				assertThat(one.get("deadLetters")).isEqualTo(1L);
				assertThat(one.get("settings")).asString().contains("maxLength=10");
			});
		}
		redis.command("FLUSHALL");
		last = looks(2).get(1);
		assertThat(instance(last, QUEUES - 1)).isEmpty();
		assertThat(instance(last, SHOWN - 1)).isPresent();
	}

	@Test
	void aQueueThatCannotBeReadAndAPausedOneAreShownAfterDeadLetters() {
		redis.command("SET", "shop:task:{" + name(QUEUES - 1) + "}", "no queue");
		redis.command("HSET", "shop:task:{" + name(QUEUES - 2) + "}:paused", "since", "1");
		Map<String, Object> last = looks(TURNS + 1).get(TURNS);
		assertThat(instance(last, QUEUES - 1)).hasValueSatisfying((one) -> assertThat(one.get("error")).isNotNull());
		assertThat(instance(last, QUEUES - 2))
			.hasValueSatisfying((one) -> assertThat(one.get("paused")).isEqualTo(true));
		IntStream.range(0, SHOWN - 1).forEach(HiddenQueuesTests::bury);
		last = looks(TURNS + 1).get(TURNS);
		assertThat(instance(last, QUEUES - 1)).as("an error is as bad as a dead letter").isPresent();
		assertThat(instance(last, QUEUES - 2)).as("a pause is not").isEmpty();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
