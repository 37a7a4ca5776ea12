// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.filter.BloomFilter;

/**
 * Which Bloom filter a read asks.
 *
 * @param on whether it asks any
 * @param filter one of its own; null for that of the cache
 */
record Guarding(boolean on, @Nullable BloomFilter filter) {

	static final Guarding ASKED = new Guarding(true, null);

	static final Guarding NONE = new Guarding(false, null);

	static Guarding by(BloomFilter filter) {
		return new Guarding(true, filter);
	}

}
