// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * What tests of asynchronous calls look at when something fails.
 */
public final class AsyncFaults {

	private AsyncFaults() {
	}

	/** Waits for what a future fails with; null if it does not. */
	public static @Nullable Throwable failure(CompletableFuture<?> future) {
		Throwable thrown = catchThrowable(() -> future.get(20, TimeUnit.SECONDS));
		return (thrown != null) ? thrown.getCause() : null;
	}

	/** Counts the threads of this library that may be waiting. */
	public static int threads() {
		return (int) Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("redis-components")
					&& !thread.getName().startsWith("redis-components-stage-"))
			.count();
	}

}
