// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.PermitLostException;

/**
 * Permits that are held while a method runs.
 */
final class HeldPermit extends Held {

	private final Permit permit;

	HeldPermit(Permit permit) {
		this.permit = permit;
	}

	@Override
	void returned() {
	}

	@Override
	void end() {
		this.permit.release();
	}

	@Override
	void checkKept() {
		if (this.permit.release() == ReleaseResult.ALREADY_LOST) {
			throw new PermitLostException(this.permit.name());
		}
	}

}
