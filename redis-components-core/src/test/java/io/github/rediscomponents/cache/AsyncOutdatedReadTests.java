// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import io.github.rediscomponents.cache.engine.CacheAccess;

/**
 * The tests of entries whose invalidation failed, with asynchronous calls.
 */
class AsyncOutdatedReadTests extends OutdatedReadTests {

	@Override
	TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

	@Override
	@SuppressWarnings("unchecked")
	Lookup<String> find(String key) {
		return ((CacheAccess.Owner<String>) this.cache).asyncAccess().find(key).join();
	}

}
