// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

/**
 * The tests of loads of two processes, with asynchronous calls.
 */
class AsyncLoadTests extends CacheLoadTests {

	@Override
	TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

}
