// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * What tests of asynchronous calls look at while Redis does not answer.
 */
final class AsyncFaults {

	private AsyncFaults() {
	}

	static Throwable failure(CompletableFuture<?> future) {
		return catchThrowable(() -> future.get(20, TimeUnit.SECONDS)).getCause();
	}

	/** Counts the threads of this library that may be waiting. */
	static int threads() {
		return (int) Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("redis-components")
					&& !thread.getName().startsWith("redis-components-stage-"))
			.count();
	}

}
