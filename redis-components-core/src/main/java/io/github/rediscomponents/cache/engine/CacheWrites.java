// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.entry.Generation;
import io.github.rediscomponents.cache.entry.Payload;
import io.github.rediscomponents.cache.entry.TagIds;
import io.github.rediscomponents.cache.entry.Tagged;
import io.github.rediscomponents.cache.flight.Flights;
import io.github.rediscomponents.cache.load.EntryLife;
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

	private final CacheTags tags;

	CacheWrites(CacheStore store, EntryWriter<V> writer, Generation generation, Flights<V> flights,
			Remembered<V> remembered, LocalLevel<V> local, CacheTags tags) {
		this.store = store;
		this.writer = writer;
		this.generation = generation;
		this.flights = flights;
		this.remembered = remembered;
		this.local = local;
		this.tags = tags;
	}

	public void put(String text, @Nullable V value) {
		put(text, value, EntryOptions.defaults());
	}

	public void put(String text, @Nullable V value, EntryOptions options) {
		Payload payload = this.writer.encode(value);
		this.store.ensureGeneration();
		byte[][] args = this.writer.putArgs(text, payload, this.generation.known(), life(payload, options),
				tagged(options));
		try {
			this.store.put(text, args);
		}
		finally {
			detach(text);
		}
	}

	/**
	 * Reads the moment of the tags before a value is stored.
	 */
	private @Nullable Tagged tagged(EntryOptions options) {
		return options.tags().isEmpty() ? null : new Tagged(TagIds.of(options.tags()), this.tags.moment());
	}

	private EntryLife life(Payload payload, EntryOptions options) {
		return EntryLife.of(payload.isAbsent(),
				(options != EntryOptions.defaults()) ? options.over(this.store.settings()) : this.store.settings(),
				options.ttl() != null || options.nullTtl() != null);
	}

	public void putAll(Map<String, @Nullable V> values, EntryOptions options) {
		List<String> texts = List.copyOf(values.keySet());
		List<Payload> payloads = texts.stream().map((text) -> this.writer.encode(values.get(text))).toList();
		this.store.ensureGeneration();
		long began = this.generation.known();
		Tagged tags = tagged(options);
		List<byte[][]> args = IntStream.range(0, texts.size())
			.mapToObj((i) -> this.writer.putArgs(texts.get(i), payloads.get(i), began, life(payloads.get(i), options),
					tags))
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

	/**
	 * Outdates the entries that have one of the tags.
	 */
	public void invalidateTags(Collection<String> outdated) {
		this.tags.invalidate(TagIds.of(outdated));
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
