// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

import io.github.rediscomponents.support.Thrown;
import org.jspecify.annotations.Nullable;

/**
 * Goes on with asynchronous calls, on threads that neither serve connections nor run the
 * timer.
 */
public final class Stages {

	private final Executor executor;

	/**
	 * Creates stages.
	 * @param executor runs the steps
	 */
	public Stages(Executor executor) {
		this.executor = executor;
	}

	/**
	 * Takes the next step when a future is completed, on the calling thread if it is
	 * completed already.
	 * @param next must not throw; gets the exception of the future, or the one with which
	 * the executor refused the step
	 */
	public <T extends @Nullable Object> void then(CompletableFuture<T> future, Step<T> next) {
		if (future.isDone()) {
			future.whenComplete((value, failure) -> take(next, value, failure));
			return;
		}
		future.<@Nullable Object>handleAsync((value, failure) -> {
			take(next, value, failure);
			return null;
		}, this.executor).exceptionally((refused) -> {
			take(next, null, refused);
			return null;
		});
	}

	/**
	 * Returns what a step makes of the value of a future.
	 * @param mapping may throw, which fails the result
	 * @return fails with the exception itself
	 */
	public <T extends @Nullable Object, R extends @Nullable Object> CompletableFuture<R> map(
			CompletableFuture<T> future, Function<T, R> mapping) {
		CompletableFuture<R> mapped = new CompletableFuture<>();
		this.<T>then(future, (value, failure) -> {
			if (failure != null) {
				mapped.completeExceptionally(failure);
			}
			else {
				OpenCalls.step(mapped, () -> mapped.complete(mapping.apply(value)));
			}
		});
		return mapped;
	}

	/**
	 * Runs a step on one of the threads of the steps, at once if this is one.
	 */
	public void run(Runnable step) {
		if (ForkJoinTask.getPool() == this.executor) {
			step.run();
			return;
		}
		try {
			this.executor.execute(step);
		}
		catch (RejectedExecutionException ex) {
			// Shut down: nothing else is left to run it.
			step.run();
		}
	}

	private static <T extends @Nullable Object> void take(Step<T> next, @Nullable T value,
			@Nullable Throwable failure) {
		next.take(value, (failure != null) ? Thrown.unwrapped(failure) : null);
	}

	/**
	 * What comes after a future.
	 *
	 * @param <T> what the future brings
	 */
	public interface Step<T extends @Nullable Object> {

		void take(@Nullable T value, @Nullable Throwable failure);

	}

}
