// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

/**
 * The tests of invalidations while Redis fails, with asynchronous calls.
 */
class AsyncOutboxFaultTests extends OutboxFaultTests {

	@Override
	TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

}
