// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.support.FailureLog;

/**
 * Waits while something is stopped.
 */
final class Stops {

	private static final Logger logger = LoggerFactory.getLogger(Stops.class);

	private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private Stops() {
	}

	/** Whether it came to its end in time; keeps an interrupt. */
	static boolean within(CompletionStage<?> end, long deadline) {
		try {
			end.toCompletableFuture().get(Math.max(LEAST_NANOS, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (ExecutionException | TimeoutException ex) {
			FailureLog.debug(logger, ex, "Cannot remove this consumer; other processes will remove it");
		}
		return false;
	}

}
