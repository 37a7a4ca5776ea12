// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.entry.Generation;
import io.github.rediscomponents.cache.entry.Payload;
import io.github.rediscomponents.cache.flight.Flights;
import io.github.rediscomponents.cache.local.LocalLevel;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.support.BatchFailure;

/**
 * Puts, invalidations and clears. Redis comes first; then, even if it failed, loads that
 * were under way here are detached, so that no later caller joins one.
 *
 * @param <V> the type of the values
 * @since 0.1.0
 */
public final class CacheWrites<V> {

	private final CacheStore store;

	private final EntryWriter<V> writer;

	private final Generation generation;

	private final Flights<V> flights;

	private final Remembered<V> remembered;

	private final LocalLevel<V> local;

	CacheWrites(CacheStore store, EntryWriter<V> writer, Generation generation, Flights<V> flights,
			Remembered<V> remembered, LocalLevel<V> local) {
		this.store = store;
		this.writer = writer;
		this.generation = generation;
		this.flights = flights;
		this.remembered = remembered;
		this.local = local;
	}

	public void put(String text, @Nullable V value) {
		Payload payload = this.writer.encode(value);
		this.store.ensureGeneration();
		byte[][] args = this.writer.putArgs(text, payload, this.generation.known());
		try {
			this.store.put(text, args);
		}
		finally {
			detach(text);
		}
	}

	public void putAll(Map<String, @Nullable V> values) {
		List<String> texts = List.copyOf(values.keySet());
		List<Payload> payloads = texts.stream().map((text) -> this.writer.encode(values.get(text))).toList();
		this.store.ensureGeneration();
		long began = this.generation.known();
		List<byte[][]> args = IntStream.range(0, texts.size())
			.mapToObj((i) -> this.writer.putArgs(texts.get(i), payloads.get(i), began))
			.toList();
		try {
			done(this.store.putAll(texts, args));
		}
		finally {
			texts.forEach(this::detach);
		}
	}

	/**
	 * Removes an entry.
	 * @return whether there was one, of any generation
	 */
	public boolean invalidate(String text) {
		try {
			return this.store.invalidate(text);
		}
		finally {
			detach(text);
		}
	}

	public void invalidateAll(List<String> texts) {
		try {
			done(this.store.invalidateAll(texts));
		}
		finally {
			texts.forEach(this::detach);
		}
	}

	private static void done(List<Reply<Long>> replies) {
		BatchFailure failures = new BatchFailure();
		for (Reply<Long> reply : replies) {
			RuntimeException failure = reply.failure();
			if (failure != null) {
				failures.failed(1, failure);
			}
			else {
				failures.done(1);
			}
		}
		failures.throwIfAny();
	}

	public void clear() {
		try {
			this.generation.learn(this.store.clear());
		}
		finally {
			this.flights.detachAll();
			this.remembered.clear();
			this.local.outdateAll();
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

}
