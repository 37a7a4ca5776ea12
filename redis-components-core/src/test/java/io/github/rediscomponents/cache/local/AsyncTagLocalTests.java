// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.local;

import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.test.RedisTopology;

/**
 * The tests of tags in the local level, with asynchronous calls.
 */
@StandaloneAndCluster
class AsyncTagLocalTests extends CacheTagLocalTests {

	AsyncTagLocalTests(RedisTopology topology) {
		super(topology);
	}

	@Override
	public TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

}
