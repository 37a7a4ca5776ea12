// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.refusal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.semaphore.SemaphoreSettings;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.eviction.Eviction.Act;
import io.github.rediscomponents.support.eviction.Eviction.Answer;
import io.github.rediscomponents.support.eviction.Eviction.Scene;
import io.github.rediscomponents.support.eviction.EvictionScenes;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Takes each right away between two calls. The next script is refused in its middle,
 * which Redis does not roll back; those after it try their rights first.
 */
class TakenRightsTests {

	private static final Set<String> EXPIRING = Set.of("unique counter of few", "unique counter of many",
			"view counter", "check-ins", "geo index", "sessions", "login marks", "one-time codes");

	private static final Set<String> OF_THE_TEST = Set.of("flushall", "acl|setuser", "config|resetstat", "keys", "pttl",
			"hello", "client|setinfo", "client|setname", "evalsha", "eval", "ping", "info", "script|load", "command");

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static RedisServer server;

	private static CommandPort port;

	private static Background background;

	private static int stages;

	@BeforeAll
	static void start() {
		server = RedisServer.start();
		may("+@all");
		port = TestPorts.open("redis://limited:secret@127.0.0.1:" + server.port(), PATIENCE);
		background = new Background();
	}

	@AfterAll
	static void stop() {
		port.close();
		background.close();
		server.close();
	}

	private static void may(String rule) {
		server.command("ACL", "SETUSER", "limited", "on", ">secret", "~*", "&*", rule);
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
		server.command("FLUSHALL");
		server.resetStats();
		String first = "taken" + ++stages;
		Act all = open(scene, first);
		all.bringIn();
		assertThat(all.ask()).isEqualTo(Answer.RIGHT);
		Set<String> commands = new TreeSet<>(server.commandCalls().keySet());
		commands.removeAll(OF_THE_TEST);
		Set<String> kept = withoutExpiry(first);
		all.closing().run();
		for (String command : commands) {
			String prefix = "taken" + ++stages;
			Act act = open(scene, prefix);
			may("-" + command);
			catchThrowable(act::bringIn);
			catchThrowable(act::ask);
			may("+" + command);
			Set<String> left = withoutExpiry(prefix);
			left.removeAll(kept);
			if (!left.isEmpty()) {
				wrong.add("without " + command + ": " + left);
			}
			act.bringIn();
			Answer answer = act.ask();
			left = withoutExpiry(prefix);
			left.removeAll(kept);
			if (answer == Answer.WRONG && !scene.name().equals("view counter") || !left.isEmpty()) {
				wrong.add("after the loss of " + command + ": " + answer + ' ' + left);
			}
			act.closing().run();
		}
		assertThat(commands).isNotEmpty();
		assertThat(wrong).isEmpty();
	}

	private static Act open(Scene scene, String prefix) throws Exception {
		return scene.opener().open(port, new KeySpace(prefix), background);
	}

	private static Set<String> withoutExpiry(String prefix) {
		Set<String> found = new TreeSet<>();
		for (Object key : (List<?>) server.command("KEYS", prefix + ":*")) {
			if (String.valueOf(server.command("PTTL", String.valueOf(key))).equals("-1")) {
				found.add(String.valueOf(key).substring(prefix.length() + 1).replaceAll(":[0-9a-f-]{20,}$", ""));
			}
		}
		return found;
	}

}
