// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import io.github.rediscomponents.autoconfigure.console.ConsoleProperties;
import io.github.rediscomponents.autoconfigure.observability.RoomViews;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.console.report.ConsoleReporter;
import io.github.rediscomponents.console.web.ConsoleServlet;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the console costs Redis and the page with 12,000 tasks and 10,000 locks.
 */
class ConsoleLoadTests {

	private static final int QUEUES = 6;

	private static final int TASKS = 12_000;

	private static final int LOCKS = 10_000;

	private static final int PROCESSES = 2;

	private static final Pattern CALLS = Pattern.compile("cmdstat_evalsha:calls=(\\d+),usec=(\\d+)");

	@Test
	void costsTheSameWithManyTasksAndLocks() throws Exception {
		String[] properties = Stream
			.concat(Stream.of("redis-components.lock.lease=30m"),
					IntStream.range(0, QUEUES)
						.mapToObj((i) -> "redis-components.task-queue.queues.q" + i + ".max-length=5000"))
			.toArray(String[]::new);
		try (RedisServer redis = RedisServer.start();
				ConfigurableApplicationContext first = TestApplications.worker(redis, properties);
				ConfigurableApplicationContext second = TestApplications.worker(redis, properties)) {
			look(first, second, (state) -> ((List<?>) state.get("processes")).size() == PROCESSES);
			Cost idle = cost(redis, first, second);
			fill(first, second);
			look(first, second, (state) -> held(state) == LOCKS && depth(state) == TASKS);
			Cost full = cost(redis, first, second);
			String key = "shop:console:{processes}";
			long report = Long.parseLong(
					String.valueOf(redis.command("HSTRLEN", key, first.getBean(ConsoleReporter.class).process().id())));
			long merged = Long.parseLong(String.valueOf(redis.command("STRLEN", key + ":merged")));
			int page = page(first).getContentAsByteArray().length;
			System.out.printf(
					"Console with %,d tasks and %,d locks: %s, empty %s; report %,d bytes, merged %,d, page %,d%n",
					TASKS, LOCKS, full, idle, report, merged, page);
			for (Cost cost : List.of(idle, full)) {
				long intervals = cost.millis() / 1000;
				assertThat(cost.scripts()).isBetween(QUEUES + 2L, (PROCESSES + QUEUES) * (intervals + 2));
			}
			assertThat(report).isBetween(1_000L, 16L * 1024);
			assertThat(merged).isBetween(1_000L, 32L * 1024);
			assertThat(page).isBetween(1_000, 32 * 1024);
		}
	}

	@Test
	void ofAThousandQueuesTwoHundredAreReadEachSecondAndTheOthersWhenTheyAreOpened() throws Exception {
		String[] properties = IntStream.range(0, 1000)
			.mapToObj((i) -> "redis-components.task-queue.queues.q%03d.max-length=5000".formatted(i))
			.toArray(String[]::new);
		try (RedisServer redis = RedisServer.start();
				ConfigurableApplicationContext context = TestApplications.worker(redis, properties)) {
			context.getBean(TaskQueues.class).get("q199", String.class).enqueue("a");
			context.getBean(TaskQueues.class).get("q999", String.class).enqueue("b");
			Map<String, Object> state = look(context, context, (seen) -> depth(seen) == 1);
			assertThat((List<?>) room(state, "task-queue").get("instances")).hasSize(200)
				.noneMatch((one) -> ((Map<?, ?>) one).containsKey("error"));
			assertThat(room(state, "task-queue").get("instancesOmitted")).isEqualTo(800L);
			assertThat(TestServlets
				.send(TestServlets.of(context, ConsoleRole.READ, context), "GET", "/api/rooms/task-queue", "", "name",
						"q999")
				.getContentAsString()).contains("\"depth\":1");
			Cost cost = cost(redis, context, context);
			long report = Long.parseLong(String.valueOf(redis.command("HSTRLEN", "shop:console:{processes}",
					context.getBean(ConsoleReporter.class).process().id())));
			int page = page(context).getContentAsByteArray().length;
			System.out.printf("Console with 1,000 queues: %s; report %,d bytes, page %,d%n", cost, report, page);
			assertThat(cost.scripts()).isBetween(200L, 201 * (cost.millis() / 1000 + 2));
			assertThat(report).isBetween(500L, 64L * 1024);
			assertThat(page).isBetween(1_000, 64 * 1024);
		}
	}

	private static void fill(ConfigurableApplicationContext first, ConfigurableApplicationContext second)
			throws InterruptedException {
		for (int i = 0; i < QUEUES; i++) {
			TaskQueue<String> queue = first.getBean(TaskQueues.class).get("q" + i, String.class);
			for (int batch = 0; batch < TASKS / QUEUES / 500; batch++) {
				queue.enqueueAll(IntStream.range(0, 500).mapToObj((task) -> "task " + task).toList());
			}
		}
		List<Lease> leases = new ArrayList<>();
		for (int i = 0; i < LOCKS; i++) {
			ConfigurableApplicationContext process = (i % 2 == 0) ? first : second;
			leases.add(process.getBean(DistributedLock.class).get("order:" + i).acquire());
		}
		assertThat(leases).allMatch(Lease::isValid);
	}

	private static Map<String, Object> look(ConfigurableApplicationContext first, ConfigurableApplicationContext second,
			Predicate<Map<String, Object>> expected) {
		return Awaitility.await().atMost(Duration.ofMinutes(1)).pollInterval(Duration.ofMillis(100)).until(() -> {
			second.getBean(ConsoleReporter.class).look("second");
			return first.getBean(ConsoleReporter.class).look("first").state();
		}, expected);
	}

	private static long held(Map<String, Object> state) {
		return (room(state, "lock").get("held") instanceof Number held) ? held.longValue() : -1;
	}

	private static long depth(Map<String, Object> state) {
		return (room(state, "task-queue").get("instances") instanceof List<?> instances) ? instances.stream()
			.mapToLong((one) -> (((Map<?, ?>) one).get("depth") instanceof Number depth) ? depth.longValue() : 0)
			.sum() : -1;
	}

	private static Map<?, ?> room(Map<String, Object> state, String room) {
		return (((Map<?, ?>) state.get("rooms")).get(room) instanceof Map<?, ?> found) ? found : Map.of();
	}

	/** What the server counts while both processes are looked at for five seconds. */
	private static Cost cost(RedisServer redis, ConfigurableApplicationContext first,
			ConfigurableApplicationContext second) {
		redis.command("CONFIG", "RESETSTAT");
		long begin = System.nanoTime();
		long end = begin + Duration.ofSeconds(5).toNanos();
		look(first, second, (state) -> System.nanoTime() - end > 0);
		Matcher matcher = CALLS.matcher(new String(bytes(redis.command("INFO", "commandstats"))));
		assertThat(matcher.find()).isTrue();
		return new Cost(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)),
				Duration.ofNanos(System.nanoTime() - begin).toMillis());
	}

	private static byte[] bytes(Object reply) {
		return (reply instanceof byte[] bytes) ? bytes : String.valueOf(reply).getBytes();
	}

	private static MockHttpServletResponse page(ConfigurableApplicationContext context) throws Exception {
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/redis-components/api/state");
		request.setServletPath("/redis-components");
		request.setPathInfo("/api/state");
		request.addHeader("Accept-Encoding", "gzip");
		MockHttpServletResponse response = new MockHttpServletResponse();
		new ConsoleServlet((asked) -> ConsoleRole.READ, context.getBean(ConsoleReporter.class),
				context.getBean(RoomViews.class),
				context.getBean(PropertySettings.class).live(ConsoleProperties.PREFIX, ConsoleProperties.class),
				List::of, context)
			.service(request, response);
		assertThat(response.getStatus()).isEqualTo(200);
		return response;
	}

	private record Cost(long scripts, long micros, long millis) {

		@Override
		public String toString() {
			return "%.1f scripts and %.2f ms of Redis a second".formatted(this.scripts * 1000.0 / this.millis,
					this.micros / (double) this.millis);
		}

	}

}
