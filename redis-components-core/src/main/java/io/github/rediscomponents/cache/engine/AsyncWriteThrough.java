// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Writes of the data in stages, each with the invalidation of a key. The key is
 * invalidated also if the write failed: it may have been done.
 */
final class AsyncWriteThrough {

	private final String name;

	private final Stages stages;

	private final AsyncWrites<?> writes;

	AsyncWriteThrough(String name, Stages stages, AsyncWrites<?> writes) {
		this.name = name;
		this.stages = stages;
		this.writes = writes;
	}

	/**
	 * Begins a write on the calling thread.
	 * @param queued whether the transaction of this thread invalidates the key after its
	 * commit: enough for a write that is complete when it is begun
	 * @return what the stage brings, when the key is invalidated
	 */
	<R extends @Nullable Object> CompletableFuture<R> write(String text,
			Callable<? extends CompletionStage<? extends R>> write, boolean queued) {
		CompletableFuture<R> written = begin(write);
		boolean enough = queued && written.isDone();
		CompletableFuture<R> ended = new CompletableFuture<>();
		this.stages.then(written, (result, failure) -> OpenCalls.step(ended, () -> {
			if (enough) {
				end(ended, result, failure, null);
			}
			else {
				this.writes.invalidate(text).whenComplete((done, refused) -> end(ended, result, failure, refused));
			}
		}));
		return ended;
	}

	private <R extends @Nullable Object> CompletableFuture<R> begin(
			Callable<? extends CompletionStage<? extends R>> write) {
		CompletableFuture<R> written = new CompletableFuture<>();
		try {
			CompletionStage<? extends R> stage = write.call();
			if (stage == null) {
				throw new IllegalStateException(
						"A write through cache '" + this.name + "' returned null instead of a stage");
			}
			stage.whenComplete((result, failure) -> {
				if (failure != null) {
					written.completeExceptionally(failure);
				}
				else {
					written.complete(result);
				}
			});
		}
		catch (Throwable ex) {
			// Of any kind: only the future tells of it.
			if (ex instanceof InterruptedException) {
				Thread.currentThread().interrupt();
			}
			written.completeExceptionally(ex);
		}
		return written;
	}

	private static <R extends @Nullable Object> void end(CompletableFuture<R> ended, @Nullable R result,
			@Nullable Throwable failure, @Nullable Throwable refused) {
		if (failure != null) {
			if (refused != null && refused != failure) {
				failure.addSuppressed(refused);
			}
			// A cancellation would be taken for one by the caller.
			ended.completeExceptionally(
					(failure instanceof CancellationException) ? new CompletionException(failure) : failure);
		}
		else if (refused != null) {
			ended.completeExceptionally(refused);
		}
		else {
			ended.complete(result);
		}
	}

}
