package io.github.rediscomponents.id;

import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

class ReplicatedIdWorkerTests extends IdWorkerContract {

	@Override
	protected RedisPort port() {
		return TestPorts.replication();
	}

	@Override
	protected RedisDeployment server() {
		return SharedRedis.replication();
	}

}
