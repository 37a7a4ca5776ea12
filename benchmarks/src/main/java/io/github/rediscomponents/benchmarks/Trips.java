// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks;

import java.time.Duration;

import io.github.rediscomponents.test.RedisProxy;

/**
 * Counts round trips by making each one long.
 */
public final class Trips {

	/** Long against all else that an operation does. */
	private static final long TRIP_MILLIS = 100;

	private static final int TIMES = 3;

	public static final int CALLS = 2 * TIMES;

	private Trips() {
	}

	/**
	 * How many round trips to the server an operation waits for, one after the other.
	 * @param operation called {@link #CALLS} times
	 */
	public static long of(RedisProxy proxy, Runnable operation) {
		long quick = fastestMillis(operation);
		proxy.delay(Duration.ofMillis(TRIP_MILLIS / 2));
		try {
			return Math.round((fastestMillis(operation) - quick) / (double) TRIP_MILLIS);
		}
		finally {
			proxy.delay(Duration.ZERO);
		}
	}

	private static long fastestMillis(Runnable operation) {
		long fastest = Long.MAX_VALUE;
		for (int i = 0; i < TIMES; i++) {
			long start = System.nanoTime();
			operation.run();
			fastest = Math.min(fastest, (System.nanoTime() - start) / 1_000_000);
		}
		return fastest;
	}

}
