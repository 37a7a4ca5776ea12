// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.link;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.BackgroundInside;
import io.github.rediscomponents.support.ShortOfThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * A future with a time limit ends, whatever becomes of the timer.
 */
class TimeLimitTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	@Test
	void failsAFutureWhoseTimerHasNoThread() {
		ShortOfThreads threads = new ShortOfThreads();
		try (Background background = BackgroundInside.of(threads)) {
			CompletableFuture<String> limited = new CompletableFuture<>();
			threads.begin();
			assertThatNoException().isThrownBy(() -> TimeLimit.set(limited, TimeUnit.HOURS.toNanos(1), background));
			assertThat(limited).failsWithin(PATIENCE)
				.withThrowableOfType(ExecutionException.class)
				.withCauseInstanceOf(OutOfMemoryError.class);
			threads.end();
			assertThat(TimeLimit.set(new CompletableFuture<>(), 1, background)).failsWithin(PATIENCE)
				.withThrowableOfType(ExecutionException.class)
				.withCauseInstanceOf(TimeoutException.class);
		}
	}

	@Test
	void limitsAFutureAfterTheTimerHasEnded() {
		Background background = new Background();
		background.close();
		assertThat(TimeLimit.set(new CompletableFuture<>(), 1, background)).failsWithin(PATIENCE)
			.withThrowableOfType(ExecutionException.class)
			.withCauseInstanceOf(TimeoutException.class);
	}

}
