package io.github.rediscomponents.autoconfigure.annotation;

import io.github.rediscomponents.lock.Permit;
import io.github.rediscomponents.lock.PermitLostException;
import io.github.rediscomponents.lock.ReleaseResult;

/**
 * A permit that is held while a method runs.
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
