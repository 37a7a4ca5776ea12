// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

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
	TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

}
