// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.lock;

import java.time.Duration;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.benchmarks.ByName;
import io.github.rediscomponents.benchmarks.OurProcess;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;

/**
 * Our locks of one kind.
 */
final class OurLocks implements Contender {

	private final OurProcess process;

	private final DistributedLock locks;

	private final ByName<DistributedLock, NamedLock> kind;

	OurLocks(String uri, Duration lease, ByName<DistributedLock, NamedLock> kind) {
		this.process = new OurProcess(uri);
		this.kind = kind;
		this.locks = LettuceLocks.create(this.process.port, this.process.keys,
				new LiveSettings<>(LockSettings.defaults().withLease(lease)), this.process.background);
	}

	@Override
	public Turn turn(String name, int permits) {
		return new LockTurn(this.kind.get(this.locks, name).asLock());
	}

	@Override
	public long pendingTimers() {
		return this.process.pendingTimers();
	}

	@Override
	public void close() {
		this.locks.close();
		this.process.close();
	}

}
