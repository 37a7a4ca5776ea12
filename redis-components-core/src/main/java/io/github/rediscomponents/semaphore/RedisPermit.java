// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import io.github.rediscomponents.lease.RedisLease;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.ReleaseResult;

/**
 * {@link Permit}: a lease of a semaphore.
 *
 * @param lease the lease of the permit
 */
record RedisPermit(RedisLease lease) implements Permit {

	@Override
	public String name() {
		return this.lease.name();
	}

	@Override
	public String id() {
		return this.lease.id();
	}

	@Override
	public int count() {
		return this.lease.keeper().permits();
	}

	@Override
	public Duration remaining() {
		return this.lease.remaining();
	}

	@Override
	public boolean isValid() {
		return this.lease.isValid();
	}

	@Override
	public boolean extend(Duration duration) {
		return this.lease.extend(duration);
	}

	@Override
	public CompletionStage<LossReason> lost() {
		return this.lease.lost();
	}

	@Override
	public ReleaseResult release() {
		return this.lease.release();
	}

	@Override
	public CompletionStage<ReleaseResult> releaseAsync() {
		return this.lease.releaseAsync();
	}

	@Override
	public void close() {
		this.lease.close();
	}

	@Override
	public String toString() {
		return "Permit[" + name() + ", " + id() + ", " + count() + ", valid=" + isValid() + ']';
	}

}
