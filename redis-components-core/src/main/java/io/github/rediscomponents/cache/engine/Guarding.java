// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.filter.BloomFilter;

/**
 * The Bloom filter of a read.
 *
 * @param on whether it asks any
 * @param filter one of its own; null for that of the cache
 * @since 1.0.0
 */
public record Guarding(boolean on, @Nullable BloomFilter filter) {

	public static final Guarding ASKED = new Guarding(true, null);

	public static final Guarding NONE = new Guarding(false, null);

	public static Guarding by(BloomFilter filter) {
		return new Guarding(true, filter);
	}

}
