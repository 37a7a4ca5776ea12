// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.TypedCache;

/**
 * The tests of what is newer than the memory of a process, with asynchronous calls.
 */
class AsyncLastValuesOrderTests extends LastValuesOrderTests {

	@Override
	TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

}
