package io.github.rediscomponents.support;

import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

class ClusterRedisPortTests extends RedisPortContract {

	@Override
	protected RedisPort port() {
		return TestPorts.cluster();
	}

	@Override
	protected RedisDeployment server() {
		return SharedRedis.cluster();
	}

}
