// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.util.List;
import java.util.Map;

import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.write.Changes;
import io.github.rediscomponents.cache.write.PendingPut;
import io.github.rediscomponents.cache.write.Transactions;
import org.jspecify.annotations.Nullable;

/**
 * The writes of one cache. What cannot be stored is rejected at once, also inside a
 * transaction.
 *
 * @param <V> the type of the values
 * @since 1.0.0
 */
public final class TypedWrites<V> extends TransactionalWrites {

	private final CacheWrites<V> immediate;

	public TypedWrites(CacheStore store, CacheWrites<V> immediate, Transactions transactions) {
		super(store, immediate, transactions);
		this.immediate = immediate;
	}

	public void put(String text, @Nullable V value) {
		put(text, value, EntryOptions.defaults());
	}

	public void put(String text, @Nullable V value, EntryOptions options) {
		PendingPut put = this.immediate.encode(value, options);
		Changes changes = changes();
		if (changes != null) {
			changes.put(text, value, put);
		}
		else {
			this.immediate.put(text, put);
		}
	}

	public void putAll(Map<String, @Nullable V> values, EntryOptions options) {
		Map<String, PendingPut> puts = putLater(values, options);
		if (!puts.isEmpty()) {
			this.immediate.putAll(puts);
		}
	}

	/**
	 * Adds puts to the transaction of this thread.
	 * @return those that are to be stored now; all if it is in none
	 */
	public Map<String, PendingPut> putLater(Map<String, @Nullable V> values, EntryOptions options) {
		Map<String, PendingPut> puts = this.immediate.encodeAll(values, options);
		Changes changes = changes();
		if (changes == null) {
			return puts;
		}
		puts.forEach((text, put) -> changes.put(text, values.get(text), put));
		return Map.of();
	}

	/**
	 * Adds removals to the transaction of this thread.
	 * @return those that are to be done now; all if it is in none
	 */
	public List<String> invalidateLater(List<String> texts) {
		Changes changes = changes();
		if (changes == null) {
			return texts;
		}
		texts.forEach(changes::invalidate);
		return List.of();
	}

}
