// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.github.rediscomponents.cache.store.CacheStore;

/**
 * Bounds how many asynchronous reads of one cache are under way.
 */
public final class OpenCalls {

	private final AtomicInteger open = new AtomicInteger();

	private final CacheStore store;

	private final FailSafe failSafe;

	public OpenCalls(CacheStore store, FailSafe failSafe) {
		this.store = store;
		this.failSafe = failSafe;
	}

	/**
	 * Makes a call if there are not too many.
	 * @param call completes the future; fails it if it throws
	 * @return a future of the caller's own; completing or cancelling it ends nothing else
	 */
	public <T> CompletableFuture<T> call(Consumer<CompletableFuture<T>> call) {
		int most = this.store.settings().loading().maxAsyncCalls();
		if (this.open.getAndUpdate((now) -> (now < most) ? now + 1 : now) >= most) {
			return CompletableFuture.failedFuture(this.failSafe.crowded(this.store.settings()));
		}
		CompletableFuture<T> answer = new CompletableFuture<>();
		step(answer, () -> call.accept(answer));
		CompletableFuture<T> own = new CompletableFuture<>();
		// Not whenComplete, which reads the text of the failure.
		answer.handle((value, failure) -> {
			this.open.decrementAndGet();
			return (failure != null) ? own.completeExceptionally(this.failSafe.failure(failure)) : own.complete(value);
		});
		return own;
	}

	/**
	 * Takes a step of a call, which fails if the step throws.
	 */
	public static void step(CompletableFuture<?> answer, Runnable step) {
		try {
			step.run();
		}
		catch (RuntimeException | Error ex) {
			answer.completeExceptionally(ex);
		}
	}

}
