// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.sync.RedisCommands;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.ConfigurableApplicationContext;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.autoconfigure.console.ConsoleProperties;
import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.autoconfigure.observability.RoomViews;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.console.report.ConsoleReporter;
import io.github.rediscomponents.console.report.ProcessInfo;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A collector that cannot merge, has no threads, is alone, or has a wrong clock.
 */
class ConsoleCollectorTests {

	private static final String KEY = "shop:console:{processes}";

	private final List<AutoCloseable> started = new ArrayList<>();

	private RedisServer redis;

	@BeforeEach
	void startRedis() {
		this.redis = RedisServer.start();
	}

	@AfterEach
	void stop() throws Exception {
		for (AutoCloseable one : this.started) {
			one.close();
		}
		this.redis.close();
	}

	private ConfigurableApplicationContext process(RoomView... views) {
		ConfigurableApplicationContext context = TestApplications.worker(this.redis, List.of(views));
		this.started.add(context);
		return context;
	}

	private static ConsoleReporter reporter(ConfigurableApplicationContext context) {
		return context.getBean(ConsoleReporter.class);
	}

	private static Map<String, Object> look(ConsoleReporter reporter, Predicate<Map<String, Object>> expected) {
		return Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.pollInterval(Duration.ofMillis(100))
			.until(() -> reporter.look("test").state(), expected);
	}

	private static boolean collects(Map<String, Object> state, ConsoleReporter reporter) {
		return reporter.process().id().equals(state.get("collector"));
	}

	private static Map<?, ?> rooms(Map<String, Object> state) {
		return (Map<?, ?>) state.get("rooms");
	}

	/** Merges, unless it runs in a process where that throws. */
	private record Fragile(Throwable failure) implements RoomView {

		@Override
		public String room() {
			return "fragile";
		}

		@Override
		public Map<String, Object> overview() {
			return Map.of("whole", true);
		}

		@Override
		public Map<String, Object> merge(Map<String, Map<String, Object>> reports) {
			throwAny(this.failure);
			return Map.of();
		}

		@SuppressWarnings("unchecked")
		private static <T extends Throwable> void throwAny(Throwable failure) throws T {
			throw (T) failure;
		}

	}

	@Test
	void aCollectorThatCannotMergeGivesTheRoleBack() {
		ConsoleReporter first = reporter(process(new Fragile(new OutOfMemoryError("of a test"))));
		first.look("test");
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> first.process().id().equals(string("GET", KEY + ":collector")));
		ConsoleReporter second = reporter(process());
		Map<String, Object> state = look(second, (seen) -> collects(seen, second));
		assertThat(rooms(state).containsKey("fragile")).isTrue();
		look(first, (seen) -> collects(seen, second));
	}

	/** Asks another Redis when it merges, and waits as long as that takes. */
	private record Asking(RedisCommands<String, String> other) implements RoomView {

		@Override
		public String room() {
			return "asking";
		}

		@Override
		public Map<String, Object> overview() {
			return Map.of("whole", true);
		}

		@Override
		public Map<String, Object> merge(Map<String, Map<String, Object>> reports) {
			return Map.of("answered", this.other.ping());
		}

	}

	@Test
	void aCollectorThatHangsLosesTheRole() {
		RedisServer stopped = RedisServer.start();
		this.started.add(stopped);
		RedisClient client = RedisClient.create(stopped.uri());
		this.started.add(0, client::shutdown);
		client
			.setOptions(ClientOptions.builder().timeoutOptions(TimeoutOptions.enabled(Duration.ofMinutes(2))).build());
		ConsoleReporter first = reporter(process(new Asking(client.connect().sync())));
		look(first, (seen) -> collects(seen, first) && rooms(seen).toString().contains("PONG"));
		ConsoleReporter second = reporter(process());
		look(second, (seen) -> {
			if (collects(seen, second)) {
				// The first one stood still for longer than the role lasts.
				this.redis.command("SET", KEY + ":collector", first.process().id());
			}
			return collects(seen, first) && ((List<?>) seen.get("processes")).size() == 2;
		});
		stopped.pause();
		// Before the merge ends by its time-out.
		look(second, (seen) -> collects(seen, second));
		long taken = (long) look(first, (seen) -> collects(seen, second)).get("time");
		Map<String, Object> later = look(first, (seen) -> (long) seen.get("time") > taken + 2000
				&& ((List<?>) seen.get("processes")).size() == 2 && collects(seen, second));
		stopped.resume();
		// What it merged before is older than what is shown.
		long shown = (long) later.get("time");
		look(first, (seen) -> {
			assertThat((long) seen.get("time")).isGreaterThanOrEqualTo(shown);
			return (long) seen.get("time") > shown + 3000;
		});
	}

	@ParameterizedTest
	@ValueSource(classes = { NoClassDefFoundError.class, StackOverflowError.class, IllegalStateException.class })
	void aRoomThatCannotBeMergedIsShownAsItsProcessesReportedIt(Class<? extends Throwable> type) throws Exception {
		Throwable failure = type.getConstructor(String.class).newInstance("of a test");
		ConsoleReporter reporter = reporter(process(new Fragile(failure)));
		Map<String, Object> state = look(reporter, (seen) -> collects(seen, reporter));
		Map<?, ?> room = (Map<?, ?>) rooms(state).get("fragile");
		assertThat(room.get("error")).isEqualTo("of a test");
		assertThat((List<?>) room.get("processes")).hasSize(1);
		assertThat(rooms(state).containsKey("lock")).isTrue();
	}

	/** 1: the first report, 2: the first merge. */
	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	void goesOnAfterAThreadCouldNotBeStarted(int which) {
		ConfigurableApplicationContext context = process();
		AtomicInteger threads = new AtomicInteger();
		ThreadFactory factory = (task) -> {
			if (threads.incrementAndGet() == which) {
				throw new OutOfMemoryError("unable to create native thread");
			}
			Thread thread = new Thread(task);
			thread.setDaemon(true);
			return thread;
		};
		Background background = new Background(factory);
		this.started.add(0, background);
		reporter(context).stop();
		ConsoleReporter reporter = new ConsoleReporter(CommandPort.of(context.getBean(RedisPort.class)),
				context.getBean(KeySpace.class), background, context.getBean(RoomViews.class),
				context.getBean(PropertySettings.class).live(ConsoleProperties.PREFIX, ConsoleProperties.class),
				ProcessInfo.of("shop"), List::of);
		try {
			reporter.start();
		}
		catch (OutOfMemoryError ex) {
			assertThat(which).isEqualTo(1);
		}
		look(reporter, (seen) -> collects(seen, reporter));
		assertThat(threads).hasValueGreaterThan(which);
		reporter.stop();
	}

	@Test
	void whatIsMergedIsWrittenOnlyIfAnotherProcessReadsIt() {
		ConsoleReporter first = reporter(process());
		Map<String, Object> state = look(first, (seen) -> collects(seen, first));
		long since = (long) state.get("time");
		look(first, (seen) -> (long) seen.get("time") > since + 3000);
		assertThat(string("EXISTS", KEY + ":merged")).isEqualTo("0");
		ConsoleReporter second = reporter(process());
		// Either collects if the first one stands still meanwhile.
		look(second, (seen) -> seen.containsKey("collector") && ((List<?>) seen.get("processes")).size() == 2);
		assertThat(string("EXISTS", KEY + ":merged")).isEqualTo("1");
	}

	@Test
	void aProcessSeenByAClockThatWasAheadIsRemoved() {
		ConsoleReporter first = reporter(process());
		look(first, (seen) -> collects(seen, first));
		this.redis.command("HSET", KEY, "ahead", "no report");
		this.redis.command("ZADD", KEY + ":seen", "9999999999999", "ahead");
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.untilAsserted(() -> assertThat(string("HEXISTS", KEY, "ahead")).isEqualTo("0"));
		assertThat(string("ZCARD", KEY + ":seen")).isEqualTo("1");
		assertThat(string("HLEN", KEY)).isEqualTo("1");
	}

	private String string(String... command) {
		return String.valueOf(this.redis.command(command));
	}

}
