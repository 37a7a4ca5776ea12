// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.refusal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.refusal.Refusal.Scene;
import io.github.rediscomponents.support.refusal.Refusal.Step;
import io.github.rediscomponents.support.refusal.Refusal.Use;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Takes each right of each operation away for one call, whose script is refused in its
 * middle, and lets the application repeat it. Redis does not roll back: what the script
 * left must be neither lost nor done twice.
 */
@Timeout(120)
class RefusedStepsTests {

	private static final Set<String> OF_THE_TEST = Set.of("flushall", "acl", "client", "config", "acl|setuser",
			"config|resetstat", "keys", "pttl", "hello", "client|setinfo", "client|setname", "evalsha", "eval", "ping",
			"info", "script|load", "command");

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
		return Stream
			.of(RefusedSmallScenes.of(), RefusedQueueScenes.of(), RefusedSocialScenes.of(), RefusedCacheScenes.of())
			.flatMap((some) -> some);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("scenes")
	void loseNothingAndDoNothingTwice(Scene scene) throws Exception {
		server.command("FLUSHALL");
		play(scene, null);
		// Before that the rights are tried beforehand, which an application does only
		// once.
		List<Set<String>> commands = new ArrayList<>();
		Set<String> kept = play(scene, commands);
		List<String> wrong = new ArrayList<>();
		for (int i = 0; i < commands.size(); i++) {
			for (String command : commands.get(i)) {
				// Known by the connection to be permitted, as in an application that
				// runs.
				play(scene, null);
				String found = refused(scene, i, command, kept);
				if (found != null) {
					wrong.add(found);
				}
				server.command("FLUSHALL");
			}
		}
		assertThat(commands).isNotEmpty();
		assertThat(wrong).isEmpty();
	}

	/** Returns the keys without an expiry that it has when all is permitted. */
	private static Set<String> play(Scene scene, @Nullable List<Set<String>> commands) throws Exception {
		String prefix = "played" + ++stages;
		Set<String> kept = new TreeSet<>();
		Use use = open(scene, prefix);
		for (Step step : use.steps()) {
			if (commands != null) {
				server.resetStats();
			}
			step.action().run();
			if (commands != null) {
				Set<String> called = new TreeSet<>(server.commandCalls().keySet());
				called.removeAll(OF_THE_TEST);
				commands.add(called);
				kept.addAll(withoutExpiry(prefix));
			}
		}
		use.check();
		use.close();
		return kept;
	}

	private static @Nullable String refused(Scene scene, int at, String command, Set<String> kept) throws Exception {
		String prefix = "refused" + ++stages;
		Use use = open(scene, prefix);
		String what = "";
		Throwable failure = null;
		Set<String> left = Set.of();
		for (int i = 0; i < use.steps().size(); i++) {
			Step step = use.steps().get(i);
			if (i == at) {
				what = step.name() + " without " + command;
				may("-" + command);
				failure = catchThrowable(step.action()::run);
				may("+" + command);
				left = withoutExpiry(prefix);
				left.removeAll(kept);
			}
			if (i != at || failure != null) {
				Throwable again = catchThrowable(step.action()::run);
				if (again != null) {
					use.close();
					return what + ", then " + step.name() + ": " + again;
				}
			}
		}
		Throwable wrong = catchThrowable(use::check);
		use.close();
		if (failure == null) {
			if (!scene.canDoWithout(command)) {
				return what + " did as if it may";
			}
			// Not repeated, so the next one would be tried beforehand.
			play(scene, null);
		}
		if (failure != null && !(failure instanceof RedisComponentsException && names(failure, command))) {
			return what + " failed otherwise: " + failure;
		}
		return (wrong != null) ? what + ": " + wrong : left.isEmpty() ? null : what + " left without expiry " + left;
	}

	private static boolean names(Throwable failure, String command) {
		String wanted = command.replace('|', ' ').toUpperCase(Locale.ROOT);
		return String.valueOf(failure.getMessage()).contains(wanted);
	}

	private static Use open(Scene scene, String prefix) throws Exception {
		return scene.opener().open(port, new KeySpace(prefix), background);
	}

	private static Set<String> withoutExpiry(String prefix) {
		Set<String> found = new TreeSet<>();
		for (Object key : (List<?>) server.command("KEYS", prefix + ":*")) {
			if (String.valueOf(server.command("PTTL", String.valueOf(key))).equals("-1")) {
				found.add(String.valueOf(key).substring(prefix.length() + 1).replaceAll(":[0-9a-f-]{16,}$", ""));
			}
		}
		return found;
	}

}
