// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.OutdatedReadTests;
import io.github.rediscomponents.cache.TypedCache;

/**
 * The tests of entries whose invalidation failed, with asynchronous calls.
 */
class AsyncOutdatedReadTests extends OutdatedReadTests {

	@Override
	public TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

	@Override
	@SuppressWarnings("unchecked")
	public Lookup<String> find(String key) {
		return ((CacheAccess.Owner<String>) this.cache).asyncAccess().find(key).join();
	}

}
