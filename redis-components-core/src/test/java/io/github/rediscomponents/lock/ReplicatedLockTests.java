package io.github.rediscomponents.lock;

import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

class ReplicatedLockTests extends LockContract {

	@Override
	protected RedisPort port() {
		return TestPorts.replication();
	}

	@Override
	protected RedisDeployment server() {
		return SharedRedis.replication();
	}

}
