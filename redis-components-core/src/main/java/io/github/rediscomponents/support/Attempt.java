// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Begins something that may fail before it returns its future, so that whoever waits for
 * it hears of the failure in one way only.
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

}
