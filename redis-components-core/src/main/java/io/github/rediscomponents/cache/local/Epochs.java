// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.local;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How often something outdated a key, for all keys of all caches of a client, in stripes
 * that keys share: a change of another key of the stripe keeps a value from being kept,
 * and does no harm.
 *
 * @since 1.0.0
 */
public final class Epochs {

	private static final int STRIPES = 4096;

	private final AtomicLongArray counts = new AtomicLongArray(STRIPES);

	long of(String text) {
		return this.counts.get(stripe(text));
	}

	void advance(String text) {
		this.counts.incrementAndGet(stripe(text));
	}

	void advanceAll() {
		for (int i = 0; i < STRIPES; i++) {
			this.counts.incrementAndGet(i);
		}
	}

	private static int stripe(String text) {
		int hash = text.hashCode();
		return (hash ^ (hash >>> 12) ^ (hash >>> 24)) & (STRIPES - 1);
	}

}
