// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upkeep;

import java.time.Duration;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockOptions;

/**
 * A {@link Teller} that reads and writes under a lock, so that writes have the order of
 * the reads.
 */
public abstract class OrderedTeller implements Teller {

	private static final LockOptions PATIENTLY = LockOptions.defaults()
		.withMaxWait(Duration.ofSeconds(1))
		.withLease(Duration.ofSeconds(5));

	private final String kind;

	private final DistributedLock lock;

	protected OrderedTeller(String kind, DistributedLock lock) {
		this.kind = kind;
		this.lock = lock;
	}

	@Override
	public final String kind() {
		return this.kind;
	}

	/**
	 * Reads and writes while no other instance holds the same lock.
	 * @param name the name of the lock
	 * @param readAndTell reads the database and writes to Redis
	 * @throws InterruptedException if the thread was interrupted while it waited
	 */
	protected final void inOrder(String name, Runnable readAndTell) throws InterruptedException {
		this.lock.get(name).call(PATIENTLY, (lease) -> {
			readAndTell.run();
			return true;
		});
	}

}
