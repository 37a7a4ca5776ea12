// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import org.junit.jupiter.api.Tag;

import io.github.rediscomponents.cache.CacheTests;
import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.test.RedisTopology;

/**
 * The tests of calls, with asynchronous ones.
 */
@Tag("contract")
@StandaloneClusterAndReplication
class AsyncCacheTests extends CacheTests {

	AsyncCacheTests(RedisTopology topology) {
		super(topology);
	}

	@Override
	public TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

}
