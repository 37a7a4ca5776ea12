// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks;

import java.time.Duration;
import java.util.Arrays;

import io.github.rediscomponents.test.RedisProxy;

/**
 * Counts round trips by making each one long.
 */
final class Trips {

	/** Long against all else that an operation does. */
	private static final long TRIP_MILLIS = 100;

	private static final int TIMES = 3;

	private Trips() {
	}

	/** How many round trips to the server an operation waits for, one after the other. */
	static long of(RedisProxy proxy, Runnable operation) {
		operation.run();
		proxy.delay(Duration.ofMillis(TRIP_MILLIS / 2));
		try {
			long[] millis = new long[TIMES];
			for (int i = 0; i < TIMES; i++) {
				long start = System.nanoTime();
				operation.run();
				millis[i] = (System.nanoTime() - start) / 1_000_000;
			}
			Arrays.sort(millis);
			return Math.round(millis[0] / (double) TRIP_MILLIS);
		}
		finally {
			proxy.delay(Duration.ZERO);
		}
	}

}
