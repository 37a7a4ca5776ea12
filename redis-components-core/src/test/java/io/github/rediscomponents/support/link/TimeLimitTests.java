// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.link;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.BackgroundInside;
import io.github.rediscomponents.support.ShortOfThreads;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A future with a time limit ends, whatever becomes of the timer.
 */
class TimeLimitTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	@Test
	void limitsAFutureWhileNoThreadCanBeStarted() {
		ShortOfThreads threads = new ShortOfThreads();
		try (Background background = BackgroundInside.of(threads)) {
			threads.begin();
			assertThat(TimeLimit.set(new CompletableFuture<>(), 1, background)).failsWithin(PATIENCE)
				.withThrowableOfType(ExecutionException.class)
				.withCauseInstanceOf(TimeoutException.class);
			threads.end();
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
