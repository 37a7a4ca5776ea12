// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.cache.AfterCommit;
import io.github.rediscomponents.support.FailureLog;

/**
 * The changes that the open transactions of one client have made.
 *
 * @since 1.0.0
 */
public final class Transactions {

	private static final Logger logger = LoggerFactory.getLogger(Transactions.class);

	private final FailureLog failures = new FailureLog(logger);

	private final AfterCommit afterCommit;

	/** Of transactions with changes, so that a read without any looks no further. */
	private final AtomicInteger open = new AtomicInteger();

	public Transactions(AfterCommit afterCommit) {
		this.afterCommit = afterCommit;
	}

	/**
	 * Returns the changes of the calling thread's transaction, to add one.
	 * @param cache the cache's name
	 * @param target takes the changes after the commit
	 * @return null if the thread is in no transaction
	 */
	public @Nullable Changes join(String cache, Target target) {
		if (!this.afterCommit.isActive()) {
			return null;
		}
		Work work = (Work) this.afterCommit.participant();
		if (work == null) {
			work = new Work();
			this.afterCommit.enlist(work);
			this.open.incrementAndGet();
		}
		// A later target knows more: the cache may have got its type meanwhile.
		return work.byCache
			.compute(cache, (name, known) -> new Changed(target, (known != null) ? known.changes() : new Changes()))
			.changes();
	}

	/**
	 * Returns the changes of the calling thread's transaction if they concern a key.
	 */
	public @Nullable Changes hiding(String cache, String text) {
		if (this.open.get() == 0) {
			return null;
		}
		Changes changes = changes(cache);
		return (changes != null && changes.hides(text)) ? changes : null;
	}

	/**
	 * Returns the changes of the calling thread's transaction, or null if there are none.
	 */
	public @Nullable Changes changes(String cache) {
		Work work = (this.open.get() != 0) ? (Work) this.afterCommit.participant() : null;
		Changed changed = (work != null) ? work.byCache.get(cache) : null;
		return (changed != null) ? changed.changes() : null;
	}

	/**
	 * Takes changes whose transaction was committed.
	 */
	public interface Target {

		void apply(Changes changes);

	}

	/**
	 * One transaction.
	 */
	private final class Work implements AfterCommit.Participant {

		private final Map<String, Changed> byCache = new LinkedHashMap<>();

		@Override
		public void committed() {
			end(Changed::changes);
		}

		@Override
		public void ended() {
			end((changed) -> changed.changes().distrusted());
		}

		/** What was loaded inside may have been stored, and never be committed. */
		@Override
		public void rolledBack() {
			end((changed) -> changed.changes().undone());
		}

		private void end(Function<Changed, Changes> outcome) {
			Transactions.this.open.decrementAndGet();
			this.byCache.forEach((cache, changed) -> {
				try {
					changed.target().apply(outcome.apply(changed));
				}
				catch (Throwable ex) {
					// Anything else would tell the caller that the transaction failed.
					Transactions.this.failures.warn(ex, "The changes of cache '{}' after a transaction failed", cache);
				}
			});
		}

		@Override
		public void partlyRolledBack() {
			this.byCache.values().forEach((changed) -> changed.changes().distrust());
		}

	}

	private record Changed(Target target, Changes changes) {
	}

}
