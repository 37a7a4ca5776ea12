// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.flight;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.entry.Tagged;

/**
 * The result of a read or a load: a value, or the knowledge that there is none. The null
 * reference stands for no result.
 *
 * @param value null if there is none
 * @param stale whether it is an older value in place of one that could not be loaded
 * @param tags of the value; null if it has none
 * @param <V> the type of the values
 * @since 1.0.0
 */
public record Found<V>(@Nullable V value, boolean stale, @Nullable Tagged tags) {

	public Found(@Nullable V value) {
		this(value, false);
	}

	public Found(@Nullable V value, boolean stale) {
		this(value, stale, null);
	}

}
