// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.server.Failures;

/**
 * Waits for replies. A single command is bounded by the port's timeout and is not given
 * up when the thread is interrupted, because then it would be unknown whether it was
 * executed; the interrupt is kept for code that waits longer.
 */
final class Awaiting {

	private Awaiting() {
	}

	static <T extends @Nullable Object> T await(Future<T> reply, long deadlineNanos) throws ExecutionException {
		return await(reply, () -> deadlineNanos);
	}

	/**
	 * Waits until a deadline that may be put off meanwhile.
	 */
	static <T extends @Nullable Object> T await(Future<T> reply, LongSupplier deadlineNanos) throws ExecutionException {
		boolean interrupted = false;
		try {
			while (true) {
				long deadline = deadlineNanos.getAsLong();
				try {
					return reply.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
				catch (CancellationException ex) {
					throw Failures.closed(ex);
				}
				catch (TimeoutException ex) {
					if (deadlineNanos.getAsLong() != deadline) {
						continue;
					}
					reply.cancel(true);
					throw new RedisUnavailableException("Redis did not answer in time", Outcome.UNKNOWN, ex);
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

}
