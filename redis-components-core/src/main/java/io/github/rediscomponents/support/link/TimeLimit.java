// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.link;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.rediscomponents.Background;
import org.jspecify.annotations.Nullable;

/**
 * Limits the duration of futures by the timer of the components, so that they start no
 * thread of the JDK that cannot be stopped.
 */
public final class TimeLimit {

	private TimeLimit() {
	}

	/**
	 * Fails a future with {@link TimeoutException} unless it is completed in time.
	 * @param future the future
	 * @param nanos the duration it may take
	 * @param background has the timer
	 * @return the future
	 */
	public static <T extends @Nullable Object> CompletableFuture<T> set(CompletableFuture<T> future, long nanos,
			Background background) {
		if (future.isDone()) {
			return future;
		}
		try {
			Future<?> alarm = background.timer()
				.schedule(() -> future.completeExceptionally(new TimeoutException()), nanos, TimeUnit.NANOSECONDS);
			future.handle((reply, failure) -> alarm.cancel(false));
			return future;
		}
		catch (RejectedExecutionException ex) {
			// Shut down: the last commands must not wait for ever, either.
			return future.orTimeout(nanos, TimeUnit.NANOSECONDS);
		}
		catch (Error ex) {
			// Nor must one for whose timer there is no memory.
			future.completeExceptionally(ex);
			return future;
		}
	}

}
