// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import java.time.Duration;
import java.util.function.Supplier;

import io.github.rediscomponents.lease.Keeper;
import io.github.rediscomponents.lease.QueueCommands;
import io.github.rediscomponents.lease.QueueKeeper;
import io.github.rediscomponents.lease.QueueKeys;
import io.github.rediscomponents.lease.QueueTerms;
import io.github.rediscomponents.lock.LockKind;

/**
 * So many permits of a semaphore.
 *
 * @param queue its keys
 * @param options the semaphore's size and rules as they are now; never fails
 * @param permits how many
 * @param commands the scripts
 */
record PermitKeeper(QueueKeys queue, Supplier<SemaphoreOptions> options, int permits,
		QueueCommands commands) implements QueueKeeper {

	@Override
	public LockKind kind() {
		return LockKind.PERMIT;
	}

	// Tokens of permits are not compared, so none is remembered.
	@Override
	public QueueTerms terms(long retentionMillis) {
		SemaphoreOptions now = this.options.get();
		return new QueueTerms(now.permits(), now.fair(), 0);
	}

	@Override
	public Keeper replicated(int minReplicas, Duration wait) {
		return new PermitKeeper(this.queue, this.options, this.permits, this.commands.replicated(minReplicas, wait));
	}

	@Override
	public int weight() {
		return this.permits;
	}

}
