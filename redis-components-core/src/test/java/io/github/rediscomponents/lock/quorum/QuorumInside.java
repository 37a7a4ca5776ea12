// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.quorum;

import io.github.rediscomponents.lease.LeaseEngine;

/**
 * What tests of other packages see of the inside of quorum locks.
 */
public final class QuorumInside {

	private QuorumInside() {
	}

	public static LeaseEngine engine(QuorumLock locks) {
		return ((RedisQuorumLock) locks).locks().engine();
	}

	/** How many leases have votes. */
	public static int held(QuorumLock locks) {
		return ((RedisQuorumLock) locks).nodes().held();
	}

}
