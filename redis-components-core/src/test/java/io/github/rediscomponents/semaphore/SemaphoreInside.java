// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import io.github.rediscomponents.lease.LeaseEngine;
import io.github.rediscomponents.lease.RedisLease;

/**
 * What tests of other packages see of the inside of semaphores.
 */
public final class SemaphoreInside {

	private SemaphoreInside() {
	}

	public static LeaseEngine engine(DistributedSemaphore semaphores) {
		return ((RedisDistributedSemaphore) semaphores).engine();
	}

	public static RedisLease lease(Permit permit) {
		return ((RedisPermit) permit).lease();
	}

}
