package io.github.rediscomponents.cache;

import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

class ReplicatedCacheTests extends CacheContract {

	@Override
	RedisDeployment redis() {
		return SharedRedis.replication();
	}

	@Override
	RedisPort port() {
		return TestPorts.replication();
	}

	@Override
	RedisPort newPort() {
		return TestPorts.open(SharedRedis.replication());
	}

}
