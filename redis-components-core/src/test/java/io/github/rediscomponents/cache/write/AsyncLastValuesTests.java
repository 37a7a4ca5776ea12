// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.TypedCache;

/**
 * The tests of the local level while Redis is away, with asynchronous calls.
 */
class AsyncLastValuesTests extends LastValuesTests {

	@Override
	TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

}
