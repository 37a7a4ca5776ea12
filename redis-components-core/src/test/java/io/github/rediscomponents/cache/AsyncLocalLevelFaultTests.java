// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.test.RedisTopology;

/**
 * The faults of a local level, with asynchronous calls.
 */
@StandaloneAndCluster
class AsyncLocalLevelFaultTests extends LocalLevelFaultTests {

	AsyncLocalLevelFaultTests(RedisTopology topology) {
		super(topology);
	}

	@Override
	TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

}
