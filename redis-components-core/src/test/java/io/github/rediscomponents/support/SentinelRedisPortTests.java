package io.github.rediscomponents.support;

import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

class SentinelRedisPortTests extends RedisPortContract {

	@Override
	protected RedisPort port() {
		return TestPorts.sentinel();
	}

	@Override
	protected RedisDeployment server() {
		return SharedRedis.sentinel();
	}

	@Override
	protected int replicas() {
		return 2;
	}

}
