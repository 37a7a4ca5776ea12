// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;

import io.github.rediscomponents.console.report.ConsoleReporter;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Several processes that share one Redis.
 */
class ConsoleProcessesTests {

	private static final String KEY = "shop:console:{processes}";

	private final List<ConfigurableApplicationContext> started = new ArrayList<>();

	private RedisServer redis;

	@BeforeEach
	void startRedis() {
		this.redis = RedisServer.start();
	}

	@AfterEach
	void stop() {
		this.started.forEach(ConfigurableApplicationContext::close);
		this.redis.close();
	}

	private ConfigurableApplicationContext process(String... properties) {
		ConfigurableApplicationContext context = TestApplications.worker(this.redis, properties);
		this.started.add(context);
		return context;
	}

	private static ConsoleReporter reporter(ConfigurableApplicationContext context) {
		return context.getBean(ConsoleReporter.class);
	}

	private static String id(ConfigurableApplicationContext context) {
		return reporter(context).process().id();
	}

	/** Looks as the page does until the state is as expected. */
	private static Map<String, Object> look(ConfigurableApplicationContext context,
			Predicate<Map<String, Object>> expected) {
		return Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.pollInterval(Duration.ofMillis(200))
			.until(() -> reporter(context).look("test").state(), expected);
	}

	@SuppressWarnings("unchecked")
	private static Map<String, Object> map(Object value) {
		return (Map<String, Object>) value;
	}

	private static List<?> list(Object value) {
		return (List<?>) value;
	}

	private static Set<String> processes(Map<String, Object> state) {
		return list(state.get("processes")).stream()
			.map((one) -> String.valueOf(map(one).get("id")))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static Map<String, Object> locks(Map<String, Object> state) {
		Object room = map(state.get("rooms")).get("lock");
		return (room != null) ? map(room) : Map.of();
	}

	private static boolean holds(Map<String, Object> state, String name) {
		Object oldest = locks(state).get("oldest");
		return oldest != null && list(oldest).stream().anyMatch((one) -> name.equals(map(one).get("name")));
	}

	@Test
	void eachProcessShowsWhatAllOfThemHold() throws InterruptedException {
		ConfigurableApplicationContext first = process();
		ConfigurableApplicationContext second = process();
		ConfigurableApplicationContext third = process();
		Set<String> all = new TreeSet<>(List.of(id(first), id(second), id(third)));
		try (Lease one = first.getBean(DistributedLock.class).get("<script>alert(1)</script>").acquire();
				Lease two = second.getBean(DistributedLock.class).get("two").acquire()) {
			Map<String, Object> state = look(third,
					(seen) -> processes(seen).equals(all) && Long.valueOf(2).equals(held(seen)));
			assertThat(list(locks(state).get("oldest")))
				.anySatisfy((held) -> assertThat(map(held)).containsEntry("name", "<script>alert(1)</script>")
					.containsEntry("process", id(first))
					.containsEntry("token", number(one.token())));
			assertThat(two.isValid()).isTrue();
			// The one that looks knows itself, and each has the same collector.
			assertThat(list(state.get("processes"))).filteredOn((one1) -> Boolean.TRUE.equals(map(one1).get("here")))
				.singleElement()
				.satisfies((here) -> assertThat(map(here)).containsEntry("id", id(third)).containsEntry("viewers", 1));
			look(first, (seen) -> processes(seen).equals(all) && holds(seen, "two"));
			// The second one shows itself alone until the collector knows that it is
			// looked at.
			look(second, (seen) -> all.contains(String.valueOf(seen.get("collector")))
					&& seen.get("collector").equals(reporter(first).look("test").state().get("collector")));
		}
		look(third, (seen) -> Long.valueOf(0).equals(held(seen)));
	}

	private static Object held(Map<String, Object> state) {
		Object held = locks(state).get("held");
		return (held instanceof Number number) ? Long.valueOf(number.longValue()) : "";
	}

	private static Object number(long value) {
		return (value == (int) value) ? (Object) (int) value : (Object) value;
	}

	@Test
	void anotherProcessTakesOverFromACollectorThatStops() {
		ConfigurableApplicationContext first = process();
		look(first, (seen) -> id(first).equals(seen.get("collector")));
		ConfigurableApplicationContext second = process();
		Map<String, Object> state = look(second,
				(seen) -> seen.containsKey("collector") && processes(seen).size() == 2);
		// The second one collects if the first one stood still meanwhile.
		ConfigurableApplicationContext stops = id(first).equals(state.get("collector")) ? first : second;
		ConfigurableApplicationContext stays = (stops == first) ? second : first;
		stops.close();
		state = look(stays, (seen) -> id(stays).equals(seen.get("collector")) && processes(seen).size() == 1);
		assertThat(processes(state)).containsExactly(id(stays));
	}

	@Test
	void recoversFromKeysThatAreGone() {
		ConfigurableApplicationContext first = process();
		ConfigurableApplicationContext second = process();
		look(second, (seen) -> processes(seen).size() == 2);
		this.redis.command("FLUSHALL");
		this.redis.command("SCRIPT", "FLUSH");
		look(second, (seen) -> processes(seen).contains(id(first)) && "2".equals(scored()));
		look(first, (seen) -> reporter(second).look("test").state().containsKey("collector")
				&& integer("EXISTS", KEY + ":merged") == 1);
		for (String part : List.of("", ":seen", ":watch", ":collector", ":merged")) {
			// One of them ends where nobody looks for a while.
			look(first, (seen) -> integer("DEL", KEY + part) == 1);
			long deleted = System.currentTimeMillis();
			// Both are merged and shown again after the key was gone.
			look(first, (seen) -> isWhole(seen, deleted) && isWhole(reporter(second).look("test").state(), deleted)
					&& integer("EXISTS", KEY + part) == 1 && integer("HLEN", KEY) == 2 && "2".equals(scored()));
		}
		assertThat(list(this.redis.command("KEYS", "shop:console:*")))
			.allSatisfy((key) -> assertThat(integer("PTTL", key.toString())).isBetween(1L, 61_000L));
	}

	private static boolean isWhole(Map<String, Object> state, long after) {
		return (long) state.get("time") > after + 1000 && state.containsKey("collector")
				&& processes(state).size() == 2;
	}

	private long integer(String... command) {
		return Long.parseLong(String.valueOf(this.redis.command(command)));
	}

	private String scored() {
		return String.valueOf(this.redis.command("ZCARD", KEY + ":seen"));
	}

	@Test
	void saysSinceWhenRedisIsAwayAndRecovers() {
		ConfigurableApplicationContext first = process("redis-components.command-timeout=500ms");
		long before = System.currentTimeMillis();
		look(first, (seen) -> Boolean.TRUE.equals(map(seen.get("redis")).get("reachable")));
		this.redis.kill();
		Map<String, Object> state = look(first,
				(seen) -> Boolean.FALSE.equals(map(seen.get("redis")).get("reachable")));
		assertThat((long) map(state.get("redis")).get("since")).isBetween(before, System.currentTimeMillis());
		assertThat(map(state.get("redis")).get("error").toString()).isNotEmpty();
		assertThat(processes(state)).contains(id(first));
		this.redis.restart();
		state = look(first, (seen) -> Boolean.TRUE.equals(map(seen.get("redis")).get("reachable")));
		assertThat(map(state.get("redis"))).doesNotContainKey("error");
	}

	@Test
	void readsReportsOfOtherReleases() {
		ConfigurableApplicationContext first = process();
		look(first, (seen) -> processes(seen).size() == 1);
		Map<String, Object> state = look(first, (seen) -> {
			// It reports again and again, as others do.
			this.redis.command("HSET", KEY, "garbage", "no report");
			this.redis.command("ZADD", KEY + ":seen", String.valueOf(System.currentTimeMillis()), "garbage");
			return processes(seen).contains("garbage");
		});
		assertThat(processes(state)).containsExactlyInAnyOrder("garbage", id(first));
	}

	@Test
	void fiftyViewersCostRedisWhatOneCosts() {
		ConfigurableApplicationContext first = process();
		ConfigurableApplicationContext second = process();
		look(second, (seen) -> processes(seen).size() == 2);
		Cost one = cost(first, second, 1);
		Cost fifty = cost(first, second, 50);
		System.out.printf("Console: %s of two processes with one viewer, %s with fifty%n", one, fifty);
		// A viewer counts for five seconds, the test itself is one, too.
		look(first, (seen) -> {
			lookAll(first, second, 50);
			return viewers(seen) >= 50;
		});
		assertThat(one.looks()).isLessThan(fifty.looks() / 20);
		for (Cost cost : List.of(one, fifty)) {
			// Each process sends a script an interval, and at most two more when viewers
			// come.
			assertThat(cost.scripts()).isBetween(4L, 2 * (cost.millis() / 1000 + 1) + 4);
		}
	}

	private static void lookAll(ConfigurableApplicationContext first, ConfigurableApplicationContext second,
			int viewers) {
		IntStream.range(0, viewers).forEach((i) -> reporter((i % 2 == 0) ? first : second).look("viewer" + i));
	}

	private static long viewers(Map<String, Object> state) {
		return list(state.get("processes")).stream()
			.mapToLong((one) -> ((Number) map(one).get("viewers")).longValue())
			.sum();
	}

	/** Counts the scripts of five seconds, in which viewers ask ten times a second. */
	private Cost cost(ConfigurableApplicationContext first, ConfigurableApplicationContext second, int viewers) {
		AtomicLong looks = new AtomicLong();
		long before = calls();
		long begin = System.nanoTime();
		long end = begin + Duration.ofSeconds(5).toNanos();
		// As often in each period, also where the machine stands still in one of them.
		Awaitility.await().atMost(Duration.ofMinutes(1)).pollInterval(Duration.ofMillis(100)).until(() -> {
			lookAll(first, second, viewers);
			return looks.addAndGet(viewers) >= 40 * viewers && System.nanoTime() - end > 0;
		});
		return new Cost(calls() - before, looks.get(), Duration.ofNanos(System.nanoTime() - begin).toMillis());
	}

	private record Cost(long scripts, long looks, long millis) {

	}

	private long calls() {
		Map<String, Long> calls = this.redis.commandCalls();
		return calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("eval", 0L);
	}

	@Test
	void tenThousandLocksAreABoundedReport() throws InterruptedException {
		ConfigurableApplicationContext first = process();
		ConfigurableApplicationContext second = process();
		DistributedLock locks = first.getBean(DistributedLock.class);
		List<Lease> leases = new ArrayList<>();
		for (int i = 0; i < 10_000; i++) {
			leases.add(locks.get("order:" + i).acquire());
		}
		Map<String, Object> state = look(second, (seen) -> Long.valueOf(10_000).equals(held(seen)));
		assertThat(list(locks(state).get("oldest"))).hasSize(100);
		assertThat(locks(state).get("oldestOmitted")).isEqualTo(9_900L);
		assertThat(((Number) map(state.get("redis")).get("commands")).longValue()).isPositive();
		assertThat(integer("HSTRLEN", KEY, id(first))).isBetween(1_000L, 64L * 1024);
		leases.forEach(Lease::close);
	}

}
