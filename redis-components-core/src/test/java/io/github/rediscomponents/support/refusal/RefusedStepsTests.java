// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.refusal;

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

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.support.refusal.Refusal.Scene;
import io.github.rediscomponents.support.refusal.Refusal.Step;
import io.github.rediscomponents.support.refusal.Refusal.Use;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Takes each right of each operation away for one call, whose script is refused in its
 * middle, and lets the application repeat it. Redis does not roll back: what the script
 * left must be neither lost nor done twice.
 */
@Timeout(120)
class RefusedStepsTests {

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
		return Stream
			.of(RefusedSmallScenes.of(), RefusedQueueScenes.of(), RefusedSocialScenes.of(), RefusedCacheScenes.of())
			.flatMap((some) -> some);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("scenes")
	void loseNothingAndDoNothingTwice(Scene scene) throws Exception {
		limited.clear();
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
				limited.clear();
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
				limited.resetStats();
			}
			step.action().run();
			if (commands != null) {
				commands.add(limited.commands());
				kept.addAll(limited.withoutExpiry(prefix));
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
				limited.may("-" + command);
				failure = catchThrowable(step.action()::run);
				limited.may("+" + command);
				left = limited.withoutExpiry(prefix);
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
		return scene.opener().open(limited.port(), new KeySpace(prefix), limited.background());
	}

}
