// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

import io.github.rediscomponents.cache.flight.LoadFailure;
import io.github.rediscomponents.support.FailureLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a loader in stages brings. Its stage may be of any implementation: only the first
 * completion counts, and the thread that brings it does nothing but hand it over.
 *
 * @param <T> the type of what is loaded
 */
final class StageResult<T> {

	private static final Logger logger = LoggerFactory.getLogger(StageResult.class);

	private final CompletableFuture<@Nullable T> future = new CompletableFuture<>();

	private final String cache;

	private final UnaryOperator<@Nullable T> check;

	private volatile @Nullable CompletionStage<? extends @Nullable T> stage;

	/**
	 * Creates a result.
	 * @param check throws if a value is of another type than it should be
	 */
	StageResult(String cache, UnaryOperator<@Nullable T> check) {
		this.cache = cache;
		this.check = check;
	}

	/**
	 * Completes with the value, or exceptionally as {@link LoadFailure} says.
	 */
	CompletableFuture<@Nullable T> future() {
		return this.future;
	}

	void follow(@Nullable CompletionStage<? extends @Nullable T> loader) {
		if (loader == null) {
			throw new IllegalStateException("A loader of cache '" + this.cache + "' returned null instead of a stage");
		}
		this.stage = loader;
		// Not whenComplete, which reads the text of the failure.
		loader.handle((value, failure) -> {
			if (failure != null) {
				fail(failure);
			}
			else {
				succeed(value);
			}
			return true;
		});
	}

	private void succeed(@Nullable T value) {
		try {
			this.future.complete(this.check.apply(value));
		}
		catch (RuntimeException | Error ex) {
			fail(ex);
		}
	}

	void fail(Throwable failure) {
		this.future.completeExceptionally(LoadFailure.of(this.cache, failure));
	}

	/**
	 * Gives the load up, and cancels its stage if that can be done.
	 */
	void cancel(RuntimeException reason) {
		if (!this.future.completeExceptionally(reason)) {
			return;
		}
		CompletionStage<? extends @Nullable T> known = this.stage;
		if (known != null) {
			try {
				known.toCompletableFuture().cancel(true);
			}
			catch (RuntimeException ex) {
				FailureLog.debug(logger, ex, "A loader of cache '{}' cannot be cancelled", this.cache);
			}
		}
	}

}
