// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * {@link AfterCommit} by Spring's transaction synchronization, for the transaction
 * managers of Spring and for JTA behind them.
 */
final class SpringAfterCommit implements AfterCommit {

	@Override
	public boolean isActive() {
		return TransactionSynchronizationManager.isSynchronizationActive()
				&& TransactionSynchronizationManager.isActualTransactionActive();
	}

	@Override
	public @Nullable Participant participant() {
		Synchronization bound = (Synchronization) TransactionSynchronizationManager.getResource(this);
		if (bound != null && bound.ended) {
			// By another thread, as transactions of JTA may be that time out.
			bound.unbind();
			return null;
		}
		return (bound != null) ? bound.participant : null;
	}

	@Override
	public void enlist(Participant participant) {
		Synchronization synchronization = new Synchronization(participant);
		TransactionSynchronizationManager.registerSynchronization(synchronization);
		TransactionSynchronizationManager.bindResource(this, synchronization);
	}

	@Override
	public String toString() {
		return "AfterCommit of Spring";
	}

	/**
	 * One participant in one transaction. Runs before the other synchronizations, whose
	 * reads of the cache are then those after the commit.
	 */
	private final class Synchronization implements TransactionSynchronization {

		private final Participant participant;

		private boolean committing;

		private volatile boolean ended;

		Synchronization(Participant participant) {
			this.participant = participant;
		}

		@Override
		public int getOrder() {
			return Ordered.HIGHEST_PRECEDENCE;
		}

		@Override
		public void suspend() {
			unbind();
		}

		@Override
		public void resume() {
			TransactionSynchronizationManager.bindResource(SpringAfterCommit.this, this);
		}

		@Override
		public void savepointRollback(Object savepoint) {
			this.participant.partlyRolledBack();
		}

		@Override
		public void beforeCommit(boolean readOnly) {
			this.committing = true;
		}

		@Override
		public void afterCommit() {
			end(STATUS_COMMITTED);
		}

		/**
		 * Also called if the commit threw, or an earlier callback did. Some transaction
		 * managers roll back then and report that as the outcome, although the commit may
		 * have been done.
		 */
		@Override
		public void afterCompletion(int status) {
			end(status);
		}

		private void end(int status) {
			if (this.ended) {
				return;
			}
			this.ended = true;
			unbind();
			if (status == STATUS_COMMITTED) {
				this.participant.committed();
			}
			else if (status == STATUS_ROLLED_BACK && !this.committing) {
				this.participant.rolledBack();
			}
			else {
				this.participant.ended();
			}
		}

		/** Another participant may be bound, by a callback that runs after this one. */
		private void unbind() {
			if (TransactionSynchronizationManager.getResource(SpringAfterCommit.this) == this) {
				TransactionSynchronizationManager.unbindResource(SpringAfterCommit.this);
			}
		}

	}

}
