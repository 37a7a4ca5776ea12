package io.github.rediscomponents.cache;

import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

class ClusterCacheGuardTests extends CacheGuardContract {

	@Override
	RedisDeployment redis() {
		return SharedRedis.cluster();
	}

	@Override
	RedisPort port() {
		return TestPorts.cluster();
	}

	@Override
	RedisPort newPort() {
		return TestPorts.open(SharedRedis.cluster());
	}

}
