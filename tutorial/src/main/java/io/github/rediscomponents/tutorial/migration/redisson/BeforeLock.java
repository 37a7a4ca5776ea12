// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.redisson;

import java.util.concurrent.TimeUnit;

import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/**
 * A lock of Redisson.
 */
public class BeforeLock {

	private final RedissonClient redisson;

	public BeforeLock(RedissonClient redisson) {
		this.redisson = redisson;
	}

	public boolean pay(long order, Runnable payment) throws InterruptedException {
		RLock lock = this.redisson.getLock("order:" + order);
		if (!lock.tryLock(2, TimeUnit.SECONDS)) {
			return false;
		}
		try {
			payment.run();
			return true;
		}
		finally {
			lock.unlock();
		}
	}

}
