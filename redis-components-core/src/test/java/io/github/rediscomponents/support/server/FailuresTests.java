// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.server;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

import io.lettuce.core.RedisCommandExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.HostileException;
import io.github.rediscomponents.support.link.Refusals;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Any throwable is translated into an exception that can be thrown, passed on and logged.
 */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class FailuresTests {

	static List<Named> hostile() {
		return Stream.concat(HostileException.all().stream(), Stream.of(HostileException.circle()))
			.map(Named::new)
			.toList();
	}

	private static void canBeUsed(RuntimeException translated) {
		assertThat(FailureLog.describable(translated)).isSameAs(translated);
		CompletableFuture<String> failed = new CompletableFuture<>();
		CompletableFuture<Integer> dependent = failed.thenApply(String::length);
		failed.completeExceptionally(translated);
		assertThat(dependent).failsWithin(Duration.ZERO);
	}

	@ParameterizedTest
	@MethodSource("hostile")
	void areTranslatedWhateverTheirMethodsThrow(Named hostile) {
		RuntimeException translated = Failures.translate(hostile.thrown);
		assertThat(translated).isInstanceOfSatisfying(RedisUnavailableException.class,
				(known) -> assertThat(known.outcome()).isEqualTo(Outcome.UNKNOWN));
		canBeUsed(translated);
	}

	@ParameterizedTest
	@MethodSource("hostile")
	void areTranslatedInTheWrappersOfFutures(Named hostile) {
		canBeUsed(Failures.translate(new CompletionException("wrapper", hostile.thrown)));
	}

	@ParameterizedTest
	@MethodSource("hostile")
	void areJudgedWhateverTheirMethodsThrow(Named hostile) {
		assertThat(Failures.isNoScript(hostile.thrown)).isFalse();
		assertThat(Failures.isMissingNode(hostile.thrown)).isFalse();
		assertThat(Failures.isMovingSlot(hostile.thrown)).isFalse();
		assertThat(Failures.isSignOfAnotherPrimary(hostile.thrown)).isFalse();
		assertThat(Failures.isSignOfAnotherTopology(hostile.thrown)).isFalse();
		assertThat(Refusals.refusal(hostile.thrown)).isNull();
		assertThat(Refusals.refusalInside(hostile.thrown)).isNull();
	}

	@Test
	void keepTheRefusalOfTheServer() {
		RedisCommandExecutionException refusal = new RedisCommandExecutionException("ERR no");
		assertThat(Failures.translate(new CompletionException(refusal))).isInstanceOf(RedisCommandException.class)
			.hasMessage("ERR no")
			.hasCause(refusal);
	}

	@Test
	void keepAnErrorAsTheCause() {
		Error error = new OutOfMemoryError("unable to create native thread");
		assertThat(Failures.translate(error)).isInstanceOf(RedisUnavailableException.class).hasCause(error);
	}

	@Test
	void keepAnInvalidArgument() {
		IllegalArgumentException invalid = new IllegalArgumentException("limit must be at least 1");
		assertThat(Failures.translate(new CompletionException(invalid))).isSameAs(invalid);
	}

	/**
	 * Gives a throwable a name that a report of tests can have.
	 *
	 * @param thrown the throwable
	 */
	record Named(Throwable thrown) {

		@Override
		public String toString() {
			return this.thrown.getClass().getSimpleName();
		}

	}

}
