// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

import io.github.rediscomponents.cache.load.OpenCalls;
import io.github.rediscomponents.cache.load.Stages;
import io.github.rediscomponents.support.Thrown;
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
		CompletableFuture<Outcome<R>> written = begin(write);
		boolean enough = queued && written.isDone();
		CompletableFuture<R> ended = new CompletableFuture<>();
		this.stages.then(written, (known, stopped) -> OpenCalls.step(ended, () -> {
			Outcome<R> outcome = (known != null) ? known : new Outcome<>(null, stopped);
			if (enough) {
				outcome.end(ended, null);
			}
			else {
				this.writes.invalidate(text).whenComplete((done, refused) -> outcome.end(ended, refused));
			}
		}));
		return ended;
	}

	private <R extends @Nullable Object> CompletableFuture<Outcome<R>> begin(
			Callable<? extends CompletionStage<? extends R>> write) {
		CompletableFuture<Outcome<R>> written = new CompletableFuture<>();
		try {
			CompletionStage<? extends R> stage = write.call();
			if (stage == null) {
				throw new IllegalStateException(
						"A write through cache '" + this.name + "' returned null instead of a stage");
			}
			// Not whenComplete, which reads the text of the failure.
			stage.handle((result, failure) -> written.complete(new Outcome<>(result, failure)));
		}
		catch (Throwable ex) {
			// Of any kind: only the future tells of it.
			if (ex instanceof InterruptedException) {
				Thread.currentThread().interrupt();
			}
			written.complete(new Outcome<>(null, ex));
		}
		return written;
	}

	/**
	 * What became of a write.
	 *
	 * @param result of the stage
	 * @param failure null if it succeeded
	 */
	private record Outcome<R extends @Nullable Object>(@Nullable R result, @Nullable Throwable failure) {

		/**
		 * Passes it on.
		 * @param refused why the key was not invalidated; null if it was
		 */
		void end(CompletableFuture<R> ended, @Nullable Throwable refused) {
			if (this.failure != null) {
				Throwable cause = Thrown.unwrapped(this.failure);
				if (refused != null && refused != cause) {
					cause.addSuppressed(refused);
				}
				// A cancellation would be taken for one by the caller.
				ended.completeExceptionally((cause instanceof CancellationException || !Thrown.canBePassedOn(cause))
						? new ExecutionException(Thrown.text(cause), cause) : cause);
			}
			else if (refused != null) {
				ended.completeExceptionally(refused);
			}
			else {
				ended.complete(this.result);
			}
		}

	}

}
