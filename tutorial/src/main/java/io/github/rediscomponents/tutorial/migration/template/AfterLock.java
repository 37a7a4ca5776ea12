// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.template;

import java.util.Optional;
import java.util.function.BooleanSupplier;

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

	public boolean tryRun(String name, BooleanSupplier body) {
		Optional<Lease> acquired = this.locks.get(name).tryAcquire();
		if (acquired.isEmpty()) {
			return false;
		}
		try (Lease lease = acquired.get()) {
			return body.getAsBoolean();
		}
	}

}
