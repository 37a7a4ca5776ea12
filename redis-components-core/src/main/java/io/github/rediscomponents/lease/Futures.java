// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * What futures fail with, without the exceptions that wrap it.
 *
 * @since 0.1.0
 */
public final class Futures {

	private Futures() {
	}

	/**
	 * The cause of a failure.
	 * @return never a wrapper with a cause
	 */
	public static Throwable cause(Throwable failure) {
		Throwable cause = failure;
		while ((cause instanceof CompletionException || cause instanceof ExecutionException)
				&& cause.getCause() != null) {
			cause = cause.getCause();
		}
		return cause;
	}

	/** Returns what made a future fail, for a caller that waited for it. */
	public static RuntimeException failure(Throwable wrapper) {
		Throwable cause = cause(wrapper);
		return (cause instanceof RuntimeException failure) ? failure : new IllegalStateException(cause);
	}

	/** The same, failing with what happened and not with a wrapper of it. */
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
	 * Waits for an answer whose time-outs are those of what sends it.
	 * @throws RuntimeException what it failed with
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
