package io.github.rediscomponents.lock;

import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

class StandaloneRedissonFairLockAsyncTests extends LockAsyncContract {

	@Override
	protected RedisPort port() {
		return TestPorts.standalone();
	}

	@Override
	protected RedisDeployment server() {
		return SharedRedis.standalone();
	}

	@Override
	DistributedLock create(LiveSettings<LockSettings> settings, LockListener listener) {
		return RedissonEngine.STANDALONE.create(settings, this.background, listener);
	}

	@Override
	boolean idle(DistributedLock locks) {
		return RedissonEngine.idle(locks);
	}

	@Override
	String key() {
		return RedissonEngine.key(this.name) + ":fair";
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
