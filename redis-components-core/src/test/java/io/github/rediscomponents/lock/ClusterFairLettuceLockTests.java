package io.github.rediscomponents.lock;

import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

class ClusterFairLettuceLockTests extends LettuceLockContract {

	@Override
	protected RedisPort port() {
		return TestPorts.cluster();
	}

	@Override
	protected RedisDeployment server() {
		return SharedRedis.cluster();
	}

	@Override
	NamedLock named(DistributedLock locks) {
		return locks.fair(this.name);
	}

	@Override
	LockKind kind() {
		return LockKind.FAIR;
	}

}
