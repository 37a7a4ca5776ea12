// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import org.junit.jupiter.api.Tag;

import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.test.RedisTopology;

/**
 * The tests of Bloom filters, with asynchronous calls.
 */
@Tag("contract")
@StandaloneAndCluster
class AsyncGuardTests extends CacheGuardTests {

	AsyncGuardTests(RedisTopology topology) {
		super(topology);
	}

	@Override
	public TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

}
