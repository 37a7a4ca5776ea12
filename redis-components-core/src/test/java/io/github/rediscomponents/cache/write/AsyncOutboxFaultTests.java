// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.TypedCache;

/**
 * The tests of invalidations while Redis fails, with asynchronous calls.
 */
class AsyncOutboxFaultTests extends OutboxFaultTests {

	@Override
	public TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

}
