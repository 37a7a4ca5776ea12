// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * The transactions of the application, as far as a {@link CacheClient} needs them: its
 * writes inside a transaction take effect after the commit. An instance serves one
 * client. Transactions are those of the calling thread; reactive transactions have no
 * thread and are not met.
 *
 * @since 1.0.0
 */
public interface AfterCommit {

	/** No transactions: every write takes effect at once. */
	AfterCommit NONE = new AfterCommit() {

		@Override
		public boolean isActive() {
			return false;
		}

		@Override
		public @Nullable Participant participant() {
			return null;
		}

		@Override
		public void enlist(Participant participant) {
			throw new IllegalStateException("There is no transaction");
		}

		@Override
		public String toString() {
			return "AfterCommit.NONE";
		}

	};

	/**
	 * Returns the transactions of Spring if {@code spring-tx} is on the class path,
	 * otherwise {@link #NONE}.
	 * @return a new instance, for one client
	 */
	static AfterCommit detected() {
		return ClassUtils.isPresent("org.springframework.transaction.support.TransactionSynchronization",
				AfterCommit.class.getClassLoader()) ? new SpringAfterCommit() : NONE;
	}

	/**
	 * Returns whether the calling thread is in a transaction that can be joined.
	 */
	boolean isActive();

	/**
	 * Returns what was enlisted in the transaction of the calling thread. A suspended
	 * transaction is not the one of the thread.
	 * @return the participant, or null if there is none
	 */
	@Nullable Participant participant();

	/**
	 * Joins the transaction of the calling thread, which has no participant.
	 * @param participant notified once of the end of the transaction
	 * @throws IllegalStateException if {@link #isActive} is false
	 */
	void enlist(Participant participant);

	/**
	 * Is notified of the end of a transaction. Its methods do not throw.
	 */
	interface Participant {

		/** The transaction was committed. */
		void committed();

		/**
		 * The transaction may have been committed: its commit failed, or the outcome is
		 * not known.
		 */
		void ended();

		/** The transaction was rolled back. */
		void rolledBack();

		/** The transaction was rolled back to a savepoint and goes on. */
		void partlyRolledBack();

	}

}
