// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.refusal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.fencing.FencedValue;
import io.github.rediscomponents.lock.fencing.FencedValues;
import io.github.rediscomponents.lock.fencing.FencedWrite;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.semaphore.SemaphoreSettings;
import io.github.rediscomponents.support.eviction.Eviction.Act;
import io.github.rediscomponents.support.eviction.Eviction.Answer;
import io.github.rediscomponents.support.eviction.Eviction.Scene;
import io.github.rediscomponents.support.eviction.EvictionScenes;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Takes each right away between two calls. The next script is refused in its middle,
 * which Redis does not roll back; those after it try their rights first.
 */
class TakenRightsTests {

	private static final Set<String> EXPIRING = Set.of("unique counter of few", "unique counter of many",
			"view counter", "check-ins", "active users", "geo index", "sessions", "login marks", "one-time codes",
			"fenced value");

	private static LimitedRedis limited;

	private static int stages;

	@BeforeAll
	static void start() {
		limited = new LimitedRedis();
	}

	@AfterAll
	static void stop() {
		limited.close();
	}

	static Stream<Scene> scenes() {
		return Stream.concat(EvictionScenes.all().filter((scene) -> EXPIRING.contains(scene.name())),
				Stream.of(new Scene("lock", (redis, keys, threads) -> {
					DistributedLock locks = locks(redis, keys, threads);
					return held(() -> locks.get("a").tryAcquire(), locks);
				}), new Scene("fair lock", (redis, keys, threads) -> {
					DistributedLock locks = locks(redis, keys, threads);
					return held(() -> locks.fair("a").tryAcquire(), locks);
				}), new Scene("semaphore", (redis, keys, threads) -> {
					DistributedSemaphore all = DistributedSemaphore.create(redis, keys,
							new LiveSettings<>(SemaphoreSettings.defaults()), threads);
					return held(() -> all.get("a", SemaphoreOptions.of(3)).tryAcquire(), all);
				})));
	}

	private static DistributedLock locks(CommandPort redis, KeySpace keys, Background threads) {
		return LettuceLocks.create(redis, keys, new LiveSettings<>(LockSettings.defaults()), threads);
	}

	/** A release that was refused leaves it to the end of its lease. */
	private static Act held(Supplier<Optional<? extends AutoCloseable>> taking, AutoCloseable all) {
		return new Act(() -> {
		}, () -> {
			Optional<? extends AutoCloseable> taken = taking.get();
			if (taken.isPresent()) {
				taken.get().close();
			}
			return taken.isPresent() ? Answer.RIGHT : Answer.UNKNOWN;
		}, all::close);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("scenes")
	void leaveNoKeyForEver(Scene scene) throws Exception {
		List<String> wrong = new ArrayList<>();
		limited.clear();
		limited.resetStats();
		String first = "taken" + ++stages;
		Act all = open(scene, first);
		all.bringIn();
		assertThat(all.ask()).isEqualTo(Answer.RIGHT);
		Set<String> commands = limited.commands();
		all.bringIn();
		all.ask();
		Set<String> kept = limited.withoutExpiry(first);
		all.closing().run();
		for (String command : commands) {
			String prefix = "taken" + ++stages;
			Act act = open(scene, prefix);
			limited.may("-" + command);
			catchThrowable(act::bringIn);
			catchThrowable(act::ask);
			limited.may("+" + command);
			Set<String> left = limited.withoutExpiry(prefix);
			left.removeAll(kept);
			if (!left.isEmpty()) {
				wrong.add("without " + command + ": " + left);
			}
			act.bringIn();
			Answer answer = act.ask();
			left = limited.withoutExpiry(prefix);
			left.removeAll(kept);
			if (answer == Answer.WRONG && !scene.name().equals("view counter") || !left.isEmpty()) {
				wrong.add("after the loss of " + command + ": " + answer + ' ' + left);
			}
			act.closing().run();
		}
		assertThat(commands).isNotEmpty();
		assertThat(wrong).isEmpty();
	}

	@Test
	void aFencedWriteThatIsRefusedChangesNothing() {
		FencedValues<String> values = FencedValues.create(limited.port(), new KeySpace("taken" + ++stages),
				ValueCodecs.json().codec(String.class), Duration.ofHours(1), Duration.ofHours(1));
		Map<String, Consumer<String>> writes = Map.of("set", (name) -> values.set(name, "refused", 9), "delete",
				(name) -> values.delete(name, 9), "raise", (name) -> values.raise(name, 9));
		for (String right : List.of("pexpire", "hdel", "hset")) {
			writes.forEach((how, write) -> {
				String name = how + " without " + right;
				values.set(name, "kept", 7);
				limited.may("-" + right);
				Throwable refused = catchThrowable(() -> write.accept(name));
				limited.may("+" + right);
				if (refused != null) {
					assertThat(refused).isInstanceOf(RedisCommandException.class);
					assertThat(values.get(name)).as(name).contains(new FencedValue<>("kept", 7));
					assertThat(values.set(name, "new", 8)).as(name).isEqualTo(FencedWrite.WRITTEN);
				}
			});
		}
	}

	private static Act open(Scene scene, String prefix) throws Exception {
		return scene.opener().open(limited.port(), new KeySpace(prefix), limited.background());
	}

}
