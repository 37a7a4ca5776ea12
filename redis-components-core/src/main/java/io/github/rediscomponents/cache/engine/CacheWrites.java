// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.cache.entry.Generation;
import io.github.rediscomponents.cache.entry.Payload;
import io.github.rediscomponents.cache.flight.Flights;
import io.github.rediscomponents.cache.local.LocalLevel;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.cache.write.Changes;

/**
 * Puts, invalidations and clears that take effect at once. Redis comes first; then, even
 * if it failed, loads that were under way here are detached, so that no later caller
 * joins one. A key whose change failed is queued to be invalidated.
 *
 * @param <V> the type of the values
 */
final class CacheWrites<V> implements ImmediateWrites {

	private final CacheStore store;

	private final EntryWriter<V> writer;

	private final Invalidations invalidations;

	private final Generation generation;

	private final Flights<V> flights;

	private final Remembered<V> remembered;

	private final LocalLevel<V> local;

	CacheWrites(CacheStore store, EntryWriter<V> writer, Invalidations invalidations, Generation generation,
			Flights<V> flights, Remembered<V> remembered, LocalLevel<V> local) {
		this.store = store;
		this.writer = writer;
		this.invalidations = invalidations;
		this.generation = generation;
		this.flights = flights;
		this.remembered = remembered;
		this.local = local;
	}

	Payload encode(@Nullable V value) {
		return this.writer.encode(value);
	}

	void put(String text, @Nullable V value) {
		Payload payload = encode(value);
		long mark = this.invalidations.mark();
		boolean done = false;
		try {
			store(text, payload);
			done = true;
			this.invalidations.settle(text, mark);
		}
		finally {
			if (!done) {
				this.invalidations.queue(List.of(text));
			}
			detach(text);
		}
	}

	/**
	 * Stores a value that was loaded, which changes nothing if it fails.
	 */
	void offer(String text, @Nullable V value) {
		Payload payload = encode(value);
		try {
			store(text, payload);
		}
		finally {
			detach(text);
		}
	}

	private void store(String text, Payload payload) {
		this.store.ensureGeneration();
		this.store.put(text, this.writer.putArgs(text, payload, this.generation.known()));
	}

	Map<String, Payload> encodeAll(Map<String, @Nullable V> values) {
		Map<String, Payload> payloads = new LinkedHashMap<>();
		values.forEach((text, value) -> payloads.put(text, encode(value)));
		return payloads;
	}

	void putAll(Map<String, Payload> payloads) {
		List<String> left = List.copyOf(payloads.keySet());
		long mark = this.invalidations.mark();
		try {
			this.store.ensureGeneration();
			long began = this.generation.known();
			List<String> texts = left;
			List<byte[][]> args = new ArrayList<>(texts.size());
			payloads.forEach((text, payload) -> args.add(this.writer.putArgs(text, payload, began)));
			List<Reply<Long>> replies = this.store.putAll(texts, args);
			left = this.invalidations.left(texts, replies, mark);
			Invalidations.failures(replies).throwIfAny();
		}
		finally {
			this.invalidations.queue(left);
			payloads.keySet().forEach(this::detach);
		}
	}

	@Override
	public boolean invalidate(String text) {
		try {
			return this.invalidations.invalidate(text);
		}
		finally {
			detach(text);
		}
	}

	@Override
	public void invalidateAll(List<String> texts) {
		try {
			this.invalidations.invalidateAll(texts);
		}
		finally {
			texts.forEach(this::detach);
		}
	}

	@Override
	public void clear() {
		try {
			this.invalidations.clear();
		}
		finally {
			detachAll();
		}
	}

	/**
	 * Applies the changes of a transaction that was committed. The caller must not take a
	 * failure for one of the commit.
	 */
	@Override
	public void apply(Changes changes) {
		try {
			this.invalidations.apply(changes);
		}
		finally {
			if (changes.isCleared()) {
				detachAll();
			}
			changes.invalidated().forEach(this::detach);
		}
		Map<String, Payload> payloads = changes.payloads();
		if (!payloads.isEmpty()) {
			try {
				putAll(payloads);
			}
			catch (RedisComponentsException ex) {
				this.invalidations.report(ex);
			}
		}
	}

	/**
	 * After that no caller gets what was loaded before.
	 */
	void detach(String text) {
		this.flights.detach(text);
		this.remembered.forget(text);
		this.local.outdate(text);
	}

	private void detachAll() {
		this.flights.detachAll();
		this.remembered.clear();
		if (this.invalidations.isClearQueued()) {
			// No new generation tells that older values count no more.
			this.local.outdateAll();
		}
	}

}
