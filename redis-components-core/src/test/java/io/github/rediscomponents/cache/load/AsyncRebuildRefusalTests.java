// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.TypedCache;

/**
 * The tests of rebuilds whose lease is granted unheard, with asynchronous calls.
 */
class AsyncRebuildRefusalTests extends RebuildRefusalTests {

	@Override
	TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

}
