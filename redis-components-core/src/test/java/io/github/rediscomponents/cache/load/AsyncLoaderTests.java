// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.TypedCache;

/**
 * The tests of loaders, with asynchronous calls.
 */
class AsyncLoaderTests extends CacheLoaderTests {

	@Override
	public TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

}
