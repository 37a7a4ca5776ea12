// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The present faults of a {@link RedisProxy}.
 */
final class ProxyFaults {

	private final AtomicBoolean swallow = new AtomicBoolean();

	private final AtomicInteger swallowed = new AtomicInteger();

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition thawed = this.lock.newCondition();

	private boolean frozen;

	private volatile Duration delay = Duration.ZERO;

	void armSwallow() {
		this.swallow.set(true);
	}

	/**
	 * Returns whether the present reply is the one to lose, once.
	 */
	boolean takeSwallow() {
		boolean taken = this.swallow.compareAndSet(true, false);
		if (taken) {
			this.swallowed.incrementAndGet();
		}
		return taken;
	}

	int swallowed() {
		return this.swallowed.get();
	}

	Duration delay() {
		return this.delay;
	}

	void delay(Duration value) {
		this.delay = value;
	}

	void freeze() {
		this.lock.lock();
		try {
			this.frozen = true;
		}
		finally {
			this.lock.unlock();
		}
	}

	void thaw() {
		this.lock.lock();
		try {
			this.frozen = false;
			this.thawed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	void awaitThaw() throws InterruptedException {
		this.lock.lockInterruptibly();
		try {
			while (this.frozen) {
				this.thawed.await();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

}
