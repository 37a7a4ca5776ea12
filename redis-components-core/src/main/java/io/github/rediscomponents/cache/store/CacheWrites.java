// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.entry.Generation;
import io.github.rediscomponents.cache.entry.TagIds;
import io.github.rediscomponents.cache.entry.Tagged;
import io.github.rediscomponents.cache.flight.Flights;
import io.github.rediscomponents.cache.local.LocalLevel;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.cache.write.Changes;
import io.github.rediscomponents.cache.write.PendingPut;
import org.jspecify.annotations.Nullable;

/**
 * Puts, invalidations and clears that take effect at once. Redis comes first; then, even
 * if it failed, loads that were under way here are detached, so that no later caller
 * joins one. A key whose change failed is queued to be invalidated.
 *
 * @param <V> the type of the values
 */
public final class CacheWrites<V> implements ImmediateWrites {

	private final CacheStore store;

	private final EntryWriter<V> writer;

	private final Invalidations invalidations;

	private final Generation generation;

	private final Flights<V> flights;

	private final Remembered<V> remembered;

	private final LocalLevel<V> local;

	private final CacheTags tags;

	public CacheWrites(CacheStore store, EntryWriter<V> writer, Invalidations invalidations, Generation generation,
			Flights<V> flights, Remembered<V> remembered, LocalLevel<V> local, CacheTags tags) {
		this.store = store;
		this.writer = writer;
		this.invalidations = invalidations;
		this.generation = generation;
		this.flights = flights;
		this.remembered = remembered;
		this.local = local;
		this.tags = tags;
	}

	public PendingPut encode(@Nullable V value, EntryOptions options) {
		return new PendingPut(this.writer.encode(value), options);
	}

	public void put(String text, @Nullable V value) {
		put(text, encode(value, EntryOptions.defaults()));
	}

	public void put(String text, PendingPut put) {
		long mark = this.invalidations.mark();
		boolean done = false;
		try {
			store(text, put);
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
	public void offer(String text, @Nullable V value) {
		PendingPut put = encode(value, EntryOptions.defaults());
		try {
			store(text, put);
		}
		finally {
			detach(text);
		}
	}

	private void store(String text, PendingPut put) {
		this.store.ensureGeneration();
		this.store.put(text, args(text, put, this.generation.known(), moment(List.of(put))));
	}

	/**
	 * Reads the moment of the tags before values are stored.
	 * @return 0 if none has tags
	 */
	private long moment(Collection<PendingPut> puts) {
		return puts.stream().anyMatch((put) -> !put.options().tags().isEmpty()) ? this.tags.moment() : 0;
	}

	public byte[][] args(String text, PendingPut put, long began, long moment) {
		EntryOptions options = put.options();
		Tagged tagged = options.tags().isEmpty() ? null : new Tagged(TagIds.of(options.tags()), moment);
		CacheSettings settings = this.store.settings();
		EntryLife life = EntryLife.of(put.payload().isAbsent(),
				(options != EntryOptions.defaults()) ? options.over(settings) : settings,
				options.ttl() != null || options.nullTtl() != null);
		return this.writer.putArgs(text, put.payload(), began, life, tagged);
	}

	public Map<String, PendingPut> encodeAll(Map<String, @Nullable V> values, EntryOptions options) {
		Map<String, PendingPut> puts = new LinkedHashMap<>();
		values.forEach((text, value) -> puts.put(text, encode(value, options)));
		return puts;
	}

	public void putAll(Map<String, PendingPut> puts) {
		List<String> left = List.copyOf(puts.keySet());
		long mark = this.invalidations.mark();
		try {
			this.store.ensureGeneration();
			long began = this.generation.known();
			long moment = moment(puts.values());
			List<String> texts = left;
			List<byte[][]> args = new ArrayList<>(texts.size());
			puts.forEach((text, put) -> args.add(args(text, put, began, moment)));
			List<Reply<Long>> replies = this.store.putAll(texts, args);
			left = this.invalidations.left(texts, replies, mark);
			Invalidations.failures(replies).throwIfAny();
		}
		finally {
			this.invalidations.queue(left);
			puts.keySet().forEach(this::detach);
		}
	}

	@Override
	public void invalidateTags(long[] ids) {
		this.invalidations.invalidateTags(ids);
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
		Map<String, PendingPut> puts = changes.puts();
		if (!puts.isEmpty()) {
			try {
				putAll(puts);
			}
			catch (RedisComponentsException ex) {
				this.invalidations.report(ex);
			}
		}
	}

	/**
	 * Makes sure that no entry of the key is there whose invalidation failed before.
	 */
	public void repeatInvalidation(String text) {
		this.invalidations.repeatNow(text);
	}

	/**
	 * After that no caller gets what was loaded before.
	 */
	public void detach(String text) {
		this.flights.detach(text);
		this.remembered.forget(text);
		this.local.outdate(text);
	}

	public void detachAll() {
		this.flights.detachAll();
		this.remembered.clear();
		this.local.outdateAll();
	}

}
