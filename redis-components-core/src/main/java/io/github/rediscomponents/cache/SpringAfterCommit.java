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
		return (Participant) TransactionSynchronizationManager.getResource(this);
	}

	@Override
	public void enlist(Participant participant) {
		TransactionSynchronizationManager.registerSynchronization(new Synchronization(participant));
		TransactionSynchronizationManager.bindResource(this, participant);
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

		private boolean ended;

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
			TransactionSynchronizationManager.bindResource(SpringAfterCommit.this, this.participant);
		}

		@Override
		public void savepointRollback(Object savepoint) {
			this.participant.partlyRolledBack();
		}

		@Override
		public void afterCommit() {
			end(STATUS_COMMITTED);
		}

		/**
		 * Also called if the commit threw, or an earlier callback did: then the outcome
		 * is unknown, and the data may have changed.
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
			if (status == STATUS_ROLLED_BACK) {
				this.participant.rolledBack();
			}
			else {
				this.participant.committed();
			}
		}

		/** Another participant may be bound, by a callback that runs after this one. */
		private void unbind() {
			if (TransactionSynchronizationManager.getResource(SpringAfterCommit.this) == this.participant) {
				TransactionSynchronizationManager.unbindResource(SpringAfterCommit.this);
			}
		}

	}

}
