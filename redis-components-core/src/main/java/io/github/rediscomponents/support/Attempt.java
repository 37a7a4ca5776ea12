// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Begins and ends what may fail where nobody waits for it, so that whoever waits for its
 * future hears of the failure in one way only.
 *
 * @since 1.0.0
 */
public final class Attempt {

	private Attempt() {
	}

	/**
	 * Returns the future of a call.
	 * @param call begins something
	 * @param <T> the type of the result
	 * @return the future, or one that has failed with what the call threw
	 */
	public static <T extends @Nullable Object> CompletionStage<T> of(Supplier<? extends CompletionStage<T>> call) {
		try {
			return call.get();
		}
		catch (RuntimeException | Error ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	/**
	 * Reads the reply to a request.
	 * @param reply a future of it
	 * @param reading makes the result
	 * @param <R> the type of the reply
	 * @param <T> the type of the result
	 * @return fails with the exception itself, or with what {@code reading} throws
	 */
	public static <R, T> CompletableFuture<T> read(CompletionStage<R> reply, Function<? super R, ? extends T> reading) {
		CompletableFuture<T> result = new CompletableFuture<>();
		reply.whenComplete((value, failure) -> complete(result, (failure != null) ? Thrown.unwrapped(failure) : null,
				() -> reading.apply(value)));
		return result;
	}

	/**
	 * Completes a future with what became of a request.
	 * @param future fails also with what {@code result} throws
	 * @param failure of the request, null if it has a result
	 * @param result makes the result
	 * @param <T> the type of the result
	 * @return whether the future was completed with the failure or the result
	 */
	public static <T> boolean complete(CompletableFuture<T> future, @Nullable Throwable failure,
			Supplier<? extends T> result) {
		try {
			return (failure != null) ? future.completeExceptionally(failure) : future.complete(result.get());
		}
		catch (RuntimeException | Error ex) {
			future.completeExceptionally(ex);
			return false;
		}
	}

}
