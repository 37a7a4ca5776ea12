// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.util.List;

import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

/**
 * On one server.
 */
class StandaloneSaleTests extends SaleContract {

	@Override
	RedisDeployment deployment() {
		return SharedRedis.standalone();
	}

	@Override
	List<String> address() {
		return List.of("spring.data.redis.url=" + SharedRedis.standalone().uri());
	}

}
