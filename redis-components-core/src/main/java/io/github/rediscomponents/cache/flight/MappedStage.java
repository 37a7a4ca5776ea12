// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.flight;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/**
 * A future of what is made of a loader's stage, which may be of any implementation.
 *
 * @since 1.0.0
 */
public final class MappedStage {

	private MappedStage() {
	}

	/**
	 * Follows a stage.
	 * @param stage of a loader
	 * @param mapping makes the value; what it throws fails the future
	 * @param failed makes the failure of the future of that of the stage
	 * @return a future that cancels the stage when it is cancelled
	 */
	public static <T extends @Nullable Object, R extends @Nullable Object> CompletableFuture<R> of(
			CompletionStage<T> stage, Function<T, R> mapping, UnaryOperator<Throwable> failed) {
		CompletableFuture<R> result = new CompletableFuture<>();
		// Not whenComplete, which reads the text of the failure.
		stage.handle((value, failure) -> {
			try {
				return (failure != null) ? result.completeExceptionally(failed.apply(failure))
						: result.complete(mapping.apply(value));
			}
			catch (RuntimeException | Error ex) {
				return result.completeExceptionally(ex);
			}
		});
		result.whenComplete((value, failure) -> {
			if (result.isCancelled()) {
				stage.toCompletableFuture().cancel(true);
			}
		});
		return result;
	}

}
