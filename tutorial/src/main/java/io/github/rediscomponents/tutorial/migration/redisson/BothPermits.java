// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.redisson;

import java.time.Duration;
import java.util.Optional;

import org.redisson.api.RSemaphore;

import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;

/**
 * A permit of each semaphore, for the release between the two.
 */
public class BothPermits {

	private final RSemaphore old;

	private final NamedSemaphore ours;

	public BothPermits(RSemaphore old, NamedSemaphore ours) {
		this.old = old;
		this.ours = ours;
	}

	public boolean tryRun(Duration wait, Runnable body) throws InterruptedException {
		if (!this.old.tryAcquire(wait)) {
			return false;
		}
		try {
			Optional<Permit> acquired = this.ours.tryAcquire(1, wait);
			if (acquired.isEmpty()) {
				return false;
			}
			try (Permit permit = acquired.get()) {
				body.run();
				return true;
			}
		}
		finally {
			this.old.release();
		}
	}

}
