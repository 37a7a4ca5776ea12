// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pauses between probes that Redis refuses, as it does when the user lacks a right.
 * They grow up to half a minute: a right is rarely granted.
 */
final class RefusedProbes {

	private static final Logger logger = LoggerFactory.getLogger(RefusedProbes.class);

	private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(30);

	private static final int MOST_DOUBLINGS = 10;

	private final ReentrantLock lock = new ReentrantLock();

	/** How many rounds were refused in a row. */
	private int rounds;

	private long nextAt;

	/**
	 * A round was refused by one master at least.
	 * @param interval nanoseconds between rounds that are accepted
	 * @param now by the monotonic clock
	 */
	void refused(long interval, long now) {
		this.lock.lock();
		try {
			if (this.rounds == 0) {
				logger.warn("Redis refuses the probes of local levels, which are bypassed until it accepts them:"
						+ " its user needs the rights to publish to the channels of the cache");
			}
			this.rounds++;
			long pause = interval << Math.min(this.rounds - 1, MOST_DOUBLINGS);
			this.nextAt = now + Math.max(interval, Math.min(pause, LONGEST_PAUSE_NANOS));
		}
		finally {
			this.lock.unlock();
		}
	}

	/** All masters accepted a round. */
	void accepted() {
		this.lock.lock();
		try {
			if (this.rounds > 0) {
				logger.info("Redis accepts the probes of local levels");
			}
			this.rounds = 0;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** The connection is another one, perhaps of another user. */
	void startOver() {
		this.lock.lock();
		try {
			this.rounds = Math.min(this.rounds, 1);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns whether the last round was refused.
	 */
	boolean isRefused() {
		this.lock.lock();
		try {
			return this.rounds > 0;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns whether no round is to be sent now.
	 * @param now by the monotonic clock
	 */
	boolean isPausing(long now) {
		this.lock.lock();
		try {
			return this.rounds > 1 && now - this.nextAt < 0;
		}
		finally {
			this.lock.unlock();
		}
	}

}
