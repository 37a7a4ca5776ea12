// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.Cache.ValueRetrievalException;

import io.github.rediscomponents.cache.flight.MappedStage;
import io.github.rediscomponents.support.Thrown;

/**
 * The futures of Spring's {@code retrieve}. What its loaders fail with goes through the
 * cache as Spring's exception around it, which is what a thread that shares the load has
 * to throw.
 */
final class Retrieval {

	private Retrieval() {
	}

	/**
	 * Calls the cache.
	 * @return fails with what a loader failed with rather than with the exception around
	 * it
	 */
	static <T> CompletableFuture<T> of(Supplier<CompletableFuture<T>> call) {
		CompletableFuture<T> result = new CompletableFuture<>();
		try {
			call.get().whenComplete((value, failure) -> {
				if (failure != null) {
					result.completeExceptionally(cause(failure));
				}
				else {
					result.complete(value);
				}
			});
		}
		catch (RuntimeException ex) {
			result.completeExceptionally(ex);
		}
		return result;
	}

	private static Throwable cause(Throwable failure) {
		Throwable known = Thrown.unwrapped(failure);
		return (known instanceof ValueRetrievalException && known.getCause() != null) ? known.getCause() : known;
	}

	/**
	 * Calls a loader.
	 * @param checked returns what is stored of a value, or throws
	 */
	static <T> CompletionStage<@Nullable Object> load(Object key, Supplier<CompletableFuture<T>> loader,
			Function<@Nullable T, @Nullable Object> checked) {
		CompletableFuture<T> loading;
		try {
			loading = loader.get();
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(failed(key, loader, ex));
		}
		if (loading == null) {
			return CompletableFuture
				.failedFuture(new IllegalStateException("A loader returned null instead of a CompletableFuture"));
		}
		return MappedStage.of(loading, checked, (failure) -> failed(key, loader, Thrown.unwrapped(failure)));
	}

	private static Throwable failed(Object key, Supplier<?> loader, Throwable cause) {
		try {
			return (cause instanceof Error) ? cause : new ValueRetrievalException(key, loader::get, cause);
		}
		catch (RuntimeException ex) {
			// The key has no text.
			return cause;
		}
	}

}
