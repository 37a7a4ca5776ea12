// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.integration;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import org.springframework.integration.redis.util.RedisLockRegistry;

/**
 * An import under a lock of Spring Integration.
 */
public class BeforeImport {

	private final RedisLockRegistry registry;

	public BeforeImport(RedisLockRegistry registry) {
		this.registry = registry;
	}

	public boolean run(Runnable body) throws InterruptedException {
		Lock lock = this.registry.obtain("import");
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
