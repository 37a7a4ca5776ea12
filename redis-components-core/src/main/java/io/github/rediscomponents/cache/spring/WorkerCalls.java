// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache.ValueRetrievalException;

/**
 * Runs calls that may block on worker threads.
 */
final class WorkerCalls {

	private final Executor workers;

	WorkerCalls(Executor workers) {
		this.workers = workers;
	}

	/**
	 * Runs a call.
	 * @return completes on the worker's thread, with what a loader failed with rather
	 * than with the exception around it
	 */
	<T> CompletableFuture<T> run(Callable<@Nullable T> call) {
		CompletableFuture<T> result = new CompletableFuture<>();
		try {
			this.workers.execute(() -> complete(result, call));
		}
		catch (RejectedExecutionException ex) {
			result.completeExceptionally(ex);
		}
		return result;
	}

	private static <T> void complete(CompletableFuture<T> result, Callable<@Nullable T> call) {
		T value;
		try {
			value = call.call();
		}
		catch (ValueRetrievalException ex) {
			result.completeExceptionally((ex.getCause() != null) ? ex.getCause() : ex);
			return;
		}
		catch (Throwable ex) {
			// Of any kind: the future is the only way out of this thread.
			result.completeExceptionally(ex);
			return;
		}
		result.complete(value);
	}

	/**
	 * Waits for what an asynchronous loader loads.
	 */
	static <T> @Nullable T await(Supplier<CompletableFuture<T>> loader) throws Exception {
		CompletableFuture<T> future = loader.get();
		if (future == null) {
			throw new IllegalStateException("A loader returned null instead of a CompletableFuture");
		}
		try {
			return future.get();
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof Error error) {
				throw error;
			}
			throw (ex.getCause() instanceof Exception cause) ? cause : ex;
		}
	}

}
