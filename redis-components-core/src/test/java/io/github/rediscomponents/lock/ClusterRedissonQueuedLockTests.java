package io.github.rediscomponents.lock;

import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

class ClusterRedissonQueuedLockTests extends QueuedLockContract {

	@Override
	protected RedisPort port() {
		return TestPorts.cluster();
	}

	@Override
	protected RedisDeployment server() {
		return SharedRedis.cluster();
	}

	@Override
	DistributedLock create(LiveSettings<LockSettings> settings, LockListener listener) {
		return RedissonEngine.CLUSTER.create(settings, this.background, listener);
	}

	@Override
	boolean idle(DistributedLock locks) {
		return RedissonEngine.idle(locks);
	}

	@Override
	String key() {
		return RedissonEngine.key(this.name) + ":fair";
	}

	// Redisson's queue has a subscription for each waiter and asks more often.

	@Override
	void servesAThousandWaitersOfFourProcessesInTheirOrder() {
	}

	@Override
	void takesThreeScriptsForAnAcquisitionThatEightClientsWantAtOnce() {
	}

	// What follows has its like in RedissonKindsContract: other keys, other words.

	@Override
	void handsOverToAnotherWhenTheOneWhoseTurnItIsWasCancelled() {
	}

	@Override
	void refusesANameThatIsUsedForAnotherKind() {
	}

	@Override
	void tellsWhatWentWrongToAThreadThatWaits() {
	}

	// Redisson lets readers in while a writer waits.

	@Override
	boolean letsNoReaderPassAWriter() {
		return false;
	}

	@Override
	void starvesNoWriterUnderContinuousReaders() {
	}

	// And promises readers nothing among writers.
	@Override
	void starvesNoReaderUnderContinuousWriters() {
	}

}
