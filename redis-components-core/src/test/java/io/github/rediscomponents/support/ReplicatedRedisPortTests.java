package io.github.rediscomponents.support;

import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

class ReplicatedRedisPortTests extends RedisPortContract {

	@Override
	protected RedisPort port() {
		return TestPorts.replication();
	}

	@Override
	protected RedisDeployment server() {
		return SharedRedis.replication();
	}

	@Override
	protected int replicas() {
		return 1;
	}

}
