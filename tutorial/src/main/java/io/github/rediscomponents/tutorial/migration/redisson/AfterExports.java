// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.redisson;

import java.util.Optional;

import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.SemaphoreOptions;

/**
 * The same with a {@link DistributedSemaphore}.
 */
public class AfterExports {

	private final NamedSemaphore exports;

	public AfterExports(DistributedSemaphore semaphores) {
		this.exports = semaphores.get("export", SemaphoreOptions.of(3));
	}

	public boolean export(Runnable work) {
		Optional<Permit> acquired = this.exports.tryAcquire();
		if (acquired.isEmpty()) {
			return false;
		}
		try (Permit permit = acquired.get()) {
			work.run();
			return true;
		}
	}

}
