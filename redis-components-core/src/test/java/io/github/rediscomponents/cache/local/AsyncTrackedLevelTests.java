// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.local;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.test.RedisTopology;

/**
 * The tests of a local level that Redis itself tells of changes, with asynchronous calls.
 */
@Tag("contract")
@Timeout(240)
@StandaloneClusterAndReplication
class AsyncTrackedLevelTests extends TrackedLevelTests {

	AsyncTrackedLevelTests(RedisTopology topology) {
		super(topology);
	}

	@Override
	public TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

}
