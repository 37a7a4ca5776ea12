// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.core.Ordered;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockedContext;
import io.github.rediscomponents.lock.ReleaseResult;

/**
 * A lease that is held while a method runs. If a transaction is active when the method
 * starts, the lease is held until the transaction has completed, so that the next holder
 * sees the writes of the method.
 */
final class HeldLease extends Held {

	private final Lease lease;

	private final LockedContext.Scope scope;

	/**
	 * Number of scopes that must end before the lock is released: the method and, if any,
	 * the transaction.
	 */
	private final AtomicInteger open = new AtomicInteger(1);

	private final AtomicBoolean lost = new AtomicBoolean();

	private final boolean inTransaction;

	HeldLease(LockKind kind, List<String> names, Lease lease) {
		this.lease = lease;
		this.scope = LockedContext.enter(kind, names, lease);
		this.inTransaction = TransactionSynchronizationManager.isSynchronizationActive()
				&& TransactionSynchronizationManager.isActualTransactionActive();
		if (this.inTransaction) {
			this.open.incrementAndGet();
			TransactionSynchronizationManager.registerSynchronization(new EndOfTransaction());
		}
	}

	@Override
	void returned() {
		if (!this.inTransaction) {
			this.scope.close();
		}
	}

	@Override
	void end() {
		if (this.open.decrementAndGet() == 0 && this.lease.release() == ReleaseResult.ALREADY_LOST) {
			this.lost.set(true);
		}
	}

	@Override
	void checkKept() {
		if (this.lost.get()) {
			this.lease.checkValid();
		}
	}

	/** Runs after the other synchronizations of the transaction. */
	private final class EndOfTransaction implements TransactionSynchronization, Ordered {

		@Override
		public int getOrder() {
			return Ordered.LOWEST_PRECEDENCE;
		}

		@Override
		public void beforeCommit(boolean readOnly) {
			HeldLease.this.lease.checkValid();
		}

		@Override
		public void afterCompletion(int status) {
			HeldLease.this.scope.close();
			end();
		}

	}

}
