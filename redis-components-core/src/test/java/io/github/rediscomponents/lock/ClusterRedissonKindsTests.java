package io.github.rediscomponents.lock;

import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

class ClusterRedissonKindsTests extends RedissonKindsContract {

	@Override
	protected RedisPort port() {
		return TestPorts.cluster();
	}

	@Override
	protected RedisDeployment server() {
		return SharedRedis.cluster();
	}

	@Override
	RedissonEngine engine() {
		return RedissonEngine.CLUSTER;
	}

}
