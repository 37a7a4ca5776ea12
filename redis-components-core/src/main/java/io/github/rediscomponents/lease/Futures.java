// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.github.rediscomponents.support.Thrown;

/**
 * Unwraps the exceptions of failed futures.
 *
 * @since 1.0.0
 */
public final class Futures {

	private Futures() {
	}

	/**
	 * Returns the cause of a failure.
	 * @return the first cause that is not a wrapper
	 */
	public static Throwable cause(Throwable failure) {
		return Thrown.unwrapped(failure);
	}

	/**
	 * Returns the exception to throw to a caller that waited for a failed future.
	 * @throws Error if the future failed with it
	 */
	public static RuntimeException failure(Throwable wrapper) {
		Throwable cause = cause(wrapper);
		if (cause instanceof Error error) {
			throw error;
		}
		return (cause instanceof RuntimeException failure) ? failure : new IllegalStateException(cause);
	}

	/** Returns a future with the same result that fails with the translated cause. */
	public static <T> CompletableFuture<T> plain(CompletionStage<T> answer,
			Function<Throwable, ? extends Throwable> translation) {
		CompletableFuture<T> plain = new CompletableFuture<>();
		answer.whenComplete((result, failure) -> {
			if (failure != null) {
				plain.completeExceptionally(translation.apply(cause(failure)));
			}
			else {
				plain.complete(result);
			}
		});
		return plain;
	}

	/**
	 * Waits for an answer without a time limit of its own, because its sender has one.
	 * @throws RuntimeException the failure of the answer
	 */
	public static <T> T await(CompletionStage<T> answer) {
		try {
			return answer.toCompletableFuture().join();
		}
		catch (RuntimeException ex) {
			throw failure(ex);
		}
	}

}
