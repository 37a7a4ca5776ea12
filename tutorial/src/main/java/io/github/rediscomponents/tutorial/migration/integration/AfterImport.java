// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.integration;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import io.github.rediscomponents.lock.DistributedLock;

/**
 * The same with a {@link DistributedLock}.
 */
public class AfterImport {

	private final DistributedLock locks;

	public AfterImport(DistributedLock locks) {
		this.locks = locks;
	}

	public boolean run(Runnable body) throws InterruptedException {
		Lock lock = this.locks.get("import").asLock();
		if (!lock.tryLock(2, TimeUnit.SECONDS)) {
			return false;
		}
		try {
			body.run();
			return true;
		}
		finally {
			lock.unlock();
		}
	}

}
