// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.local;

import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.TypedCache;
import org.junit.jupiter.api.Timeout;

/**
 * The faults of a local level with tracking, with asynchronous calls.
 */
@Timeout(240)
class AsyncTrackedLevelFaultTests extends TrackedLevelFaultTests {

	@Override
	TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

}
