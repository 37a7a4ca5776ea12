// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.redisson;

import org.redisson.api.RSemaphore;
import org.redisson.api.RedissonClient;

/**
 * Three exports at a time, by a semaphore of Redisson.
 */
public class BeforeExports {

	private final RSemaphore exports;

	public BeforeExports(RedissonClient redisson) {
		this.exports = redisson.getSemaphore("export");
		this.exports.trySetPermits(3);
	}

	public boolean export(Runnable work) {
		if (!this.exports.tryAcquire()) {
			return false;
		}
		try {
			work.run();
			return true;
		}
		finally {
			this.exports.release();
		}
	}

}
