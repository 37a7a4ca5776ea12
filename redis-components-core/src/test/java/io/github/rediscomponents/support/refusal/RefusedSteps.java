// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.refusal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
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
 * left must be neither lost nor done twice. A subclass has the {@code scenes} of a few
 * rooms.
 */
@Timeout(600)
@TestInstance(Lifecycle.PER_CLASS)
abstract class RefusedSteps {

	/** Of a script whose rights were tried before it ran. */
	private static final String BEFOREHAND = "nothing was written";

	final LimitedRedis limited = new LimitedRedis();

	private int stages;

	@AfterAll
	void stop() {
		this.limited.close();
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("scenes")
	void loseNothingAndDoNothingTwice(Scene scene) throws Exception {
		this.limited.clear();
		// Tries the rights beforehand, which an application does only once.
		play(scene, null);
		List<Set<String>> commands = new ArrayList<>();
		Set<String> kept = play(scene, commands);
		// What the background does at the time of a step is seldom done in two plays.
		List<Set<String>> again = new ArrayList<>();
		kept.addAll(play(scene, again));
		for (int i = 0; i < commands.size(); i++) {
			commands.get(i).retainAll(again.get(i));
		}
		List<String> wrong = new ArrayList<>();
		for (int i = 0; i < commands.size(); i++) {
			for (String command : commands.get(i)) {
				String found = refused(scene, i, command, kept, false);
				if (found != null) {
					wrong.add(found);
				}
				this.limited.clear();
			}
		}
		assertThat(commands).isNotEmpty();
		assertThat(wrong).isEmpty();
	}

	/** Returns the keys without an expiry that it has when all is permitted. */
	private Set<String> play(Scene scene, @Nullable List<Set<String>> commands) throws Exception {
		String prefix = "played" + ++this.stages;
		Set<String> kept = new TreeSet<>();
		Use use = open(scene, prefix);
		for (Step step : use.steps()) {
			if (commands != null) {
				this.limited.resetStats();
			}
			step.action().run();
			if (commands != null) {
				commands.add(this.limited.commands());
				kept.addAll(this.limited.withoutExpiry(prefix));
			}
		}
		use.check();
		use.close();
		return kept;
	}

	private @Nullable String refused(Scene scene, int at, String command, Set<String> kept, boolean known)
			throws Exception {
		String prefix = "refused" + ++this.stages;
		Use use = open(scene, prefix);
		String what = "";
		Throwable failure = null;
		Set<String> left = Set.of();
		for (int i = 0; i < use.steps().size(); i++) {
			Step step = use.steps().get(i);
			if (i == at) {
				what = step.name() + " without " + command;
				this.limited.may("-" + command);
				failure = catchThrowable(step.action()::run);
				this.limited.may("+" + command);
				if (!known && failure != null && String.valueOf(failure.getMessage()).contains(BEFOREHAND)) {
					use.close();
					// Then the connection knows it to be permitted, as in an application
					// that runs.
					play(scene, null);
					return refused(scene, at, command, kept, true);
				}
				left = this.limited.withoutExpiry(prefix);
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

	private boolean names(Throwable failure, String command) {
		String wanted = command.replace('|', ' ').toUpperCase(Locale.ROOT);
		return String.valueOf(failure.getMessage()).contains(wanted);
	}

	private Use open(Scene scene, String prefix) throws Exception {
		return scene.opener().open(this.limited.port(), new KeySpace(prefix), this.limited.background());
	}

}
