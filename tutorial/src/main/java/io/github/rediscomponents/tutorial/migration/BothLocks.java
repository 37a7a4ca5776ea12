// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/**
 * A body under two locks, for the release between the old lock and the new one. The old
 * lock comes first in every process.
 */
public class BothLocks {

	private final Lock old;

	private final Lock ours;

	public BothLocks(Lock old, Lock ours) {
		this.old = old;
		this.ours = ours;
	}

	public boolean tryRun(Duration wait, Runnable body) throws InterruptedException {
		long deadline = System.nanoTime() + wait.toNanos();
		if (!this.old.tryLock(wait.toMillis(), TimeUnit.MILLISECONDS)) {
			return false;
		}
		try {
			if (!this.ours.tryLock(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)) {
				return false;
			}
			try {
				body.run();
				return true;
			}
			finally {
				this.ours.unlock();
			}
		}
		finally {
			this.old.unlock();
		}
	}

}
