// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.cache;

import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A cache of texts in one process, as its library is used.
 */
interface CachePeer extends AutoCloseable {

	/** Returns the cached value, or the loaded one, which is cached then. */
	String get(String key, Function<String, String> loader);

	/** The same for many keys, with one call of the loader where the library can. */
	Map<String, String> getAll(Set<String> keys, Function<Set<String>, Map<String, String>> loader);

	void put(String key, String value);

	/** The data behind a key was changed. */
	void invalidate(String key);

	/** Whether many keys are read with a command each, one after the other. */
	default boolean readsOneByOne() {
		return false;
	}

	@Override
	void close();

}
