package io.github.rediscomponents.support;

import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

class StandaloneRedisPortTests extends RedisPortContract {

	@Override
	protected RedisPort port() {
		return TestPorts.standalone();
	}

	@Override
	protected RedisDeployment server() {
		return SharedRedis.standalone();
	}

}
