// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.loader;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Reads a value from its source without blocking a thread.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @since 1.0.0
 */
@FunctionalInterface
public interface AsyncCacheLoader<K, V> {

	/**
	 * Begins to load one value. Called on one of the threads named
	 * {@code redis-components-stage}, which must not be blocked and has no transaction,
	 * security context or thread-local variables of the caller; for a key that the
	 * transaction of the caller has changed, on the caller's thread.
	 * @param key the key
	 * @return completes with the value; with null, and only then, when there is none: the
	 * absence is then cached too. Completed exceptionally if the value could not be read;
	 * nothing is cached then. Cancelled if it is a future and is not complete after
	 * {@code max-load-time}
	 * @throws Exception if the value cannot be read; nothing is cached then
	 */
	CompletionStage<? extends @Nullable V> load(K key) throws Exception;

}
