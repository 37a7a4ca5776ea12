// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongConsumer;

/**
 * The ages of a few of the values that the local level served, until they are reported.
 * Allocates nothing.
 */
final class AgeSamples {

	/** One in so many is taken. */
	static final int EVERY = 64;

	static final int MOST = 64;

	/** One more than the age in milliseconds; 0 is none. */
	private final AtomicLongArray ages = new AtomicLongArray(MOST);

	private final AtomicInteger count = new AtomicInteger();

	/**
	 * Returns whether the age of a value is to be added.
	 */
	boolean isDue() {
		return ThreadLocalRandom.current().nextInt(EVERY) == 0;
	}

	void add(long millis) {
		int place = this.count.getAndUpdate((now) -> Math.min(now + 1, MOST));
		if (place < MOST) {
			this.ages.set(place, 1 + millis);
		}
	}

	/**
	 * Takes what was added since the last time.
	 */
	void drainTo(LongConsumer consumer) {
		int added = this.count.getAndSet(0);
		for (int i = 0; i < added; i++) {
			long age = this.ages.getAndSet(i, 0) - 1;
			if (age >= 0) {
				consumer.accept(age);
			}
		}
	}

}
