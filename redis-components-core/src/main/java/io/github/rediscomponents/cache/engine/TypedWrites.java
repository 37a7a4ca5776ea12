// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.entry.Payload;
import io.github.rediscomponents.cache.write.Changes;
import io.github.rediscomponents.cache.write.Transactions;

/**
 * The writes of one cache. What cannot be stored is rejected at once, also inside a
 * transaction.
 *
 * @param <V> the type of the values
 * @since 0.1.0
 */
public final class TypedWrites<V> extends TransactionalWrites {

	private final CacheWrites<V> immediate;

	TypedWrites(CacheStore store, CacheWrites<V> immediate, Transactions transactions) {
		super(store, immediate, transactions);
		this.immediate = immediate;
	}

	public void put(String text, @Nullable V value) {
		Changes changes = changes();
		if (changes != null) {
			changes.put(text, value, this.immediate.encode(value));
		}
		else {
			this.immediate.put(text, value);
		}
	}

	public void putAll(Map<String, @Nullable V> values) {
		Map<String, Payload> payloads = this.immediate.encodeAll(values);
		Changes changes = changes();
		if (changes != null) {
			payloads.forEach((text, payload) -> changes.put(text, values.get(text), payload));
		}
		else {
			this.immediate.putAll(payloads);
		}
	}

}
