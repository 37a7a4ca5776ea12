// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.util.List;
import java.util.stream.Collectors;

import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

/**
 * On a cluster, over whose nodes the sales spread.
 */
class ClusterSaleTests extends SaleContract {

	@Override
	RedisDeployment deployment() {
		return SharedRedis.cluster();
	}

	@Override
	List<String> address() {
		return List.of("spring.data.redis.cluster.nodes=" + SharedRedis.cluster()
			.nodes()
			.stream()
			.map((node) -> node.host() + ":" + node.port())
			.collect(Collectors.joining(",")));
	}

}
