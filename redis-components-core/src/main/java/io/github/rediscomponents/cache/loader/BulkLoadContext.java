// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.loader;

/**
 * What a bulk loader can decide about the entries that it loads. Valid while the loader
 * runs; safe for use by any number of threads.
 *
 * @param <K> the type of the keys
 * @since 1.0.0
 */
public interface BulkLoadContext<K> {

	/**
	 * Gives tags to the entry of one key, as {@link LoadContext#tags} does.
	 * @param key one of the keys that are loaded
	 * @param tags see there
	 * @throws IllegalArgumentException see there; also if {@code key} is not being loaded
	 */
	void tags(K key, String... tags);

}
