// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;

/**
 * Limits for tests that try many.
 */
final class RandomLimits {

	private RandomLimits() {
	}

	static Limit shortLimit(Random random, Algorithm algorithm, int millis) {
		long limit = 1 + random.nextInt(30);
		long burst = algorithm.hasBurst() ? 1 + random.nextInt(40) : limit;
		return new Limit(algorithm, limit, Duration.ofMillis(millis), burst);
	}

	static Limit anyLimit(Random random, Algorithm algorithm) {
		while (true) {
			Duration period = Arrays
				.asList(Duration.ofMillis(1 + random.nextInt(5000)), Duration.ofSeconds(1 + random.nextInt(120)),
						Duration.ofMinutes(1 + random.nextInt(3000)), Duration.ofDays(1 + random.nextInt(366)))
				.get(random.nextInt(4));
			long limit = 1 + (long) Math.pow(2, random.nextDouble() * 50);
			long burst = algorithm.hasBurst() ? 1 + (long) Math.pow(2, random.nextDouble() * 50) : limit;
			try {
				return new Limit(algorithm, limit, period, burst);
			}
			catch (IllegalArgumentException ex) {
				// Out of the algorithm's range: draw again.
			}
		}
	}

	/** A cost that a script can enter without taking long. */
	static long maxCost(Limit limit) {
		return Math.min(limit.burst(), (limit.algorithm() == Algorithm.SLIDING_WINDOW_LOG) ? 5000 : Long.MAX_VALUE);
	}

}
