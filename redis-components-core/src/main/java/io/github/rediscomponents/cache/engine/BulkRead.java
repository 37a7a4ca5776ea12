// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.cache.store.CacheReport;
import io.github.rediscomponents.cache.store.EntryReader;
import io.github.rediscomponents.cache.store.LocalReads;
import io.github.rediscomponents.cache.store.Remembered;
import org.jspecify.annotations.Nullable;

/**
 * Sorts what was read for many keys into hits, stale ones, misses, and those whose node
 * does not answer.
 *
 * @param <V> the type of the values
 */
final class BulkRead<V> {

	/** The results, by text. */
	final Map<String, Found<V>> found = new LinkedHashMap<>();

	/** The texts that miss, with entries that cannot be used; not reported yet. */
	final Map<String, byte @Nullable []> missing = new LinkedHashMap<>();

	/** The texts whose node does not answer. */
	final Set<String> unreached = new LinkedHashSet<>();

	/** The entries that are to be replaced in the background, by text. */
	final Map<String, byte @Nullable []> stale = new LinkedHashMap<>();

	private final EntryReader<V> reader;

	private final Remembered<V> remembered;

	private final LocalReads<V> local;

	private final WithoutRedis<V> withoutRedis;

	private final Predicate<byte[]> early;

	private final EntryReader<V>.Confirmation confirmation;

	private final Map<String, Long> stamps = new HashMap<>();

	/**
	 * Creates an empty result.
	 * @param early whether a fresh entry is to be replaced too
	 */
	BulkRead(EntryReader<V> reader, Remembered<V> remembered, LocalReads<V> local, WithoutRedis<V> withoutRedis,
			Predicate<byte[]> early) {
		this.early = early;
		this.reader = reader;
		this.remembered = remembered;
		this.local = local;
		this.withoutRedis = withoutRedis;
		this.confirmation = reader.confirmation();
	}

	/**
	 * Takes what the local level has.
	 * @return the other texts
	 */
	List<String> withoutLocal(List<String> texts) {
		List<String> rest = new ArrayList<>(texts.size());
		for (String text : texts) {
			Found<V> near = this.local.find(text);
			if (near != null) {
				this.found.put(text, near);
			}
			else {
				long stamp = this.local.stamp(text);
				if (stamp != LocalReads.UNKEPT) {
					this.stamps.put(text, stamp);
				}
				rest.add(text);
			}
		}
		return rest;
	}

	/**
	 * Sorts the replies.
	 * @param texts whose entries were read
	 * @param replies in the same order
	 */
	void sort(List<String> texts, List<Reply<byte[]>> replies, CacheReport report) {
		RedisComponentsException failure = null;
		this.confirmation.of(replies.stream().map(Reply::value));
		for (int i = 0; i < texts.size(); i++) {
			String text = texts.get(i);
			Reply<byte[]> reply = replies.get(i);
			byte[] entry = reply.value();
			Lookup.State state = (entry != null) ? take(text, entry) : Lookup.State.MISS;
			if (entry != null && state != Lookup.State.MISS) {
				this.reader.reportAge(entry);
			}
			if (state == Lookup.State.MISS) {
				failure = (reply.failure() != null) ? reply.failure() : failure;
				state = recall(text, entry, reply.failure());
			}
			if (reply.failure() == null) {
				this.withoutRedis.answered(text, this.stamps.getOrDefault(text, LocalReads.UNKEPT));
			}
			// Told by the local level, or once the filter has answered.
			boolean told = (state == Lookup.State.STALE && reply.failure() != null) || this.missing.containsKey(text);
			if (!told) {
				report.lookup(state);
			}
		}
		if (failure != null) {
			report.goesOnWithout(failure);
		}
	}

	private Lookup.State take(String text, byte[] entry) {
		Lookup.State state = this.reader.inspect(entry, this.confirmation);
		if (state == Lookup.State.NULL) {
			found(text, entry, new Found<>(null));
		}
		else if (state != Lookup.State.MISS) {
			V value = this.reader.value(entry);
			if (value == null) {
				return Lookup.State.MISS;
			}
			if (state == Lookup.State.STALE) {
				this.found.put(text, new Found<>(value));
			}
			else {
				found(text, entry, new Found<>(value));
			}
			if (state == Lookup.State.STALE || this.early.test(entry)) {
				this.stale.put(text, entry);
			}
		}
		return state;
	}

	private void found(String text, byte[] entry, Found<V> meaning) {
		this.found.put(text, meaning);
		this.local.keep(text, entry, meaning, this.stamps.getOrDefault(text, LocalReads.UNKEPT));
	}

	private Lookup.State recall(String text, byte @Nullable [] entry, @Nullable RedisComponentsException failure) {
		Found<V> known = null;
		if (entry != null) {
			known = this.remembered.beside(text, entry);
		}
		else if (failure != null) {
			known = this.withoutRedis.find(text, failure);
		}
		if (known != null) {
			this.found.put(text, known);
			if (known.stale()) {
				return Lookup.State.STALE;
			}
			return (known.value() != null) ? Lookup.State.FRESH : Lookup.State.NULL;
		}
		if (failure != null) {
			this.unreached.add(text);
		}
		else {
			this.missing.put(text, entry);
		}
		return Lookup.State.MISS;
	}

}
