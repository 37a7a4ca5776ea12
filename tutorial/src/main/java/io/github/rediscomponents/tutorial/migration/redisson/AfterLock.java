// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.redisson;

import java.time.Duration;
import java.util.Optional;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;

/**
 * The same with a {@link DistributedLock}.
 */
public class AfterLock {

	private final DistributedLock locks;

	public AfterLock(DistributedLock locks) {
		this.locks = locks;
	}

	public boolean pay(long order, Runnable payment) throws InterruptedException {
		Optional<Lease> acquired = this.locks.get("order:" + order).tryAcquire(Duration.ofSeconds(2));
		if (acquired.isEmpty()) {
			return false;
		}
		try (Lease lease = acquired.get()) {
			payment.run();
			return true;
		}
	}

}
