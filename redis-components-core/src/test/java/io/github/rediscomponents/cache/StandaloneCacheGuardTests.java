package io.github.rediscomponents.cache;

import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

class StandaloneCacheGuardTests extends CacheGuardContract {

	@Override
	RedisDeployment redis() {
		return SharedRedis.standalone();
	}

	@Override
	RedisPort port() {
		return TestPorts.standalone();
	}

	@Override
	RedisPort newPort() {
		return TestPorts.open(SharedRedis.standalone());
	}

}
