// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

/**
 * The tests of loaders, with asynchronous calls.
 */
class AsyncLoaderTests extends CacheLoaderTests {

	@Override
	TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

}
