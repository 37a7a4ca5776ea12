// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;

import io.github.rediscomponents.cache.write.Changes;
import io.github.rediscomponents.cache.write.Transactions;
import org.jspecify.annotations.Nullable;

/**
 * The writes of one cache that need no type of values. Inside a transaction they take
 * effect after its commit, unless the settings of the cache say otherwise.
 *
 * @since 1.0.0
 */
public class TransactionalWrites {

	private final CacheStore store;

	private final ImmediateWrites immediate;

	private final Transactions transactions;

	TransactionalWrites(CacheStore store, ImmediateWrites immediate, Transactions transactions) {
		this.store = store;
		this.immediate = immediate;
		this.transactions = transactions;
	}

	/**
	 * Returns the changes of the transaction of this thread.
	 * @return null if a write takes effect at once
	 */
	final @Nullable Changes changes() {
		return this.store.settings().writing().afterCommit() ? this.transactions.join(this.store.name(), this.immediate)
				: null;
	}

	/**
	 * A loader returned values on this thread.
	 */
	public final void loaded(Collection<String> texts) {
		Changes changes = changes();
		if (changes != null) {
			texts.forEach(changes::load);
		}
	}

	public final void invalidate(String text) {
		Changes changes = changes();
		if (changes != null) {
			changes.invalidate(text);
		}
		else {
			this.immediate.invalidate(text);
		}
	}

	public final void invalidateAll(List<String> texts) {
		Changes changes = changes();
		if (changes != null) {
			texts.forEach(changes::invalidate);
		}
		else {
			this.immediate.invalidateAll(texts);
		}
	}

	public final void invalidateTags(long[] ids) {
		if (!invalidateTagsLater(ids)) {
			this.immediate.invalidateTags(ids);
		}
	}

	/**
	 * Adds an invalidation of tags to the transaction of this thread.
	 * @return false if it is in none
	 */
	public final boolean invalidateTagsLater(long[] ids) {
		Changes changes = changes();
		if (changes != null) {
			changes.invalidateTags(ids);
		}
		return changes != null;
	}

	public final void clear() {
		if (!clearLater()) {
			this.immediate.clear();
		}
	}

	/**
	 * Adds a clear to the transaction of this thread.
	 * @return false if it is in none
	 */
	public final boolean clearLater() {
		Changes changes = changes();
		if (changes != null) {
			changes.clear();
		}
		return changes != null;
	}

	/**
	 * Clears the cache at once, also inside a transaction.
	 */
	public final void clearNow() {
		this.immediate.clear();
	}

	/**
	 * Runs a write of the data and invalidates a key then, also if the write failed: it
	 * may have been done.
	 */
	public final <R> R writeThrough(String text, Callable<R> write) throws Exception {
		Changes changes = changes();
		if (changes != null) {
			changes.invalidate(text);
			return write.call();
		}
		R result;
		try {
			result = write.call();
		}
		catch (Throwable ex) {
			invalidateAfter(ex, text);
			throw ex;
		}
		this.immediate.invalidate(text);
		return result;
	}

	private void invalidateAfter(Throwable failure, String text) {
		try {
			this.immediate.invalidate(text);
		}
		catch (RuntimeException ex) {
			failure.addSuppressed(ex);
		}
	}

}
