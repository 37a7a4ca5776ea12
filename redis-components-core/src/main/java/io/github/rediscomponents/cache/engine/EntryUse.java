// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.flight.LoadSource;
import io.github.rediscomponents.cache.load.EarlyRefreshes;
import io.github.rediscomponents.cache.load.LoadCall;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.cache.store.CacheReport;
import io.github.rediscomponents.cache.store.CacheStore;
import io.github.rediscomponents.cache.store.EntryReader;
import io.github.rediscomponents.cache.store.LocalReads;
import io.github.rediscomponents.cache.store.Remembered;
import org.jspecify.annotations.Nullable;

/**
 * What a caller of one cache gets of the reply to its read, be it a thread that waited
 * for the reply or an asynchronous call. The confirmation is what was read after the
 * entry; null to read it when it is needed.
 *
 * @param <V> the type of the values
 */
final class EntryUse<V> {

	private final CacheStore store;

	private final EntryReader<V> reader;

	private final Remembered<V> remembered;

	private final LocalReads<V> local;

	private final WithoutRedis<V> withoutRedis;

	private final BackgroundRebuild<V> rebuild;

	private final EarlyRefreshes early;

	private final CacheReport report;

	EntryUse(CacheStore store, EntryReader<V> reader, Remembered<V> remembered, LocalReads<V> local,
			WithoutRedis<V> withoutRedis, BackgroundRebuild<V> rebuild, EarlyRefreshes early, CacheReport report) {
		this.store = store;
		this.reader = reader;
		this.remembered = remembered;
		this.local = local;
		this.withoutRedis = withoutRedis;
		this.rebuild = rebuild;
		this.early = early;
		this.report = report;
	}

	/**
	 * Returns what a caller that would load gets without a load, and starts to rebuild it
	 * if that is due.
	 * @param stamp of the local level, taken before the entry was read
	 * @return null if the value has to be loaded, or a Bloom filter says that there is
	 * none
	 */
	@Nullable Found<V> usable(String text, Reply<byte[]> read, EntryReader<V>.@Nullable Confirmation confirmation, long stamp,
			LoadSource<V> source, @Nullable EntryOptions options) {
		byte[] entry = read.value();
		Found<V> known = null;
		if (read.failure() != null) {
			this.report.goesOnWithout(read.failure());
			known = this.withoutRedis.find(text, read.failure());
		}
		else {
			this.withoutRedis.answered(text, stamp);
		}
		if (entry != null) {
			Lookup.State state = this.reader.inspect(entry, confirmation);
			V value = (state == Lookup.State.FRESH || state == Lookup.State.STALE) ? this.reader.value(entry) : null;
			if (value != null || state == Lookup.State.NULL) {
				this.report.lookup(state);
				this.reader.reportAge(entry);
				Found<V> usable = new Found<>(value);
				if (state != Lookup.State.STALE) {
					this.local.keep(text, entry, usable, stamp);
				}
				if (value != null) {
					refresh(state, entry, text, source, options, value);
				}
				return usable;
			}
			known = this.remembered.beside(text, entry, confirmation);
		}
		if (known != null && !known.stale()) {
			this.report.lookup((known.value() != null) ? Lookup.State.FRESH : Lookup.State.NULL);
		}
		return known;
	}

	private void refresh(Lookup.State state, byte[] entry, String text, LoadSource<V> source,
			@Nullable EntryOptions options, V value) {
		boolean stale = state == Lookup.State.STALE;
		CacheSettings settings = this.store.tuning().settings(options);
		if (stale || isDue(entry, settings)) {
			this.rebuild.start(entry, new LoadCall<>(text, source, settings, options, value, entry), !stale);
		}
	}

	/**
	 * Returns whether a fresh entry is to be replaced early.
	 */
	boolean isDue(byte[] entry, CacheSettings settings) {
		return this.early.isDue(entry, settings);
	}

	/**
	 * Returns the call for a value that has to be loaded.
	 */
	LoadCall<V> missed(String text, Reply<byte[]> read, EntryReader<V>.@Nullable Confirmation confirmation,
			LoadSource<V> source, @Nullable EntryOptions options) {
		CacheSettings settings = this.store.tuning().settings(options);
		byte[] entry = read.value();
		V held = this.reader.held(entry, settings.loading().failSafe(), confirmation);
		return new LoadCall<>(text, source, settings, options, held, entry);
	}

	/**
	 * Reports what a caller got whose value had to be loaded.
	 * @param entry what it had read, or null
	 * @param found null if it got an exception
	 */
	void ended(byte @Nullable [] entry, @Nullable Found<V> found) {
		boolean stale = found != null && found.stale();
		this.report.lookup(stale ? Lookup.State.STALE : Lookup.State.MISS);
		if (stale && entry != null) {
			this.reader.reportAge(entry);
		}
	}

	/**
	 * Returns what a caller gets that only looks.
	 * @throws io.github.rediscomponents.RedisComponentsException if there is no reply,
	 * and nothing else is known
	 */
	Lookup<V> seen(String text, Reply<byte[]> read, EntryReader<V>.@Nullable Confirmation confirmation) {
		if (read.failure() != null) {
			Found<V> last = this.withoutRedis.last(text, read.failure());
			if (last == null) {
				throw read.failure();
			}
			return known(last);
		}
		byte[] entry = read.value();
		Lookup<V> seen = (entry != null) ? look(entry, confirmation) : known(null);
		this.report.lookup(seen.state());
		if (entry != null && seen.isHit()) {
			this.reader.reportAge(entry);
		}
		return seen;
	}

	/**
	 * Returns what a caller gets that only looks and goes on without Redis.
	 * @param stamp of the local level, taken before the entry was read
	 */
	Lookup<V> found(String text, Reply<byte[]> read, EntryReader<V>.@Nullable Confirmation confirmation, long stamp) {
		byte[] entry = read.value();
		Lookup<V> found;
		if (read.failure() != null) {
			this.report.goesOnWithout(read.failure());
			Found<V> instead = this.withoutRedis.find(text, read.failure());
			if (instead != null && instead.stale()) {
				return known(instead);
			}
			found = known(instead);
		}
		else {
			this.withoutRedis.answered(text, stamp);
			found = (entry != null) ? look(entry, confirmation) : known(null);
			if (entry != null && found.isHit()) {
				this.reader.reportAge(entry);
			}
			if (entry != null && !found.isHit()) {
				found = known(this.remembered.beside(text, entry, confirmation));
			}
			else if (entry != null && found.state() != Lookup.State.STALE) {
				this.local.keep(text, entry, new Found<>(found.value()), stamp);
			}
		}
		this.report.lookup(found.state());
		return found;
	}

	/**
	 * Returns what an entry is.
	 */
	Lookup<V> look(byte[] entry, EntryReader<V>.@Nullable Confirmation confirmation) {
		Lookup.State state = this.reader.inspect(entry, confirmation);
		if (state == Lookup.State.MISS || state == Lookup.State.NULL) {
			return new Lookup<>(state, null);
		}
		V value = this.reader.value(entry);
		return (value != null) ? new Lookup<>(state, value) : known(null);
	}

	/**
	 * Returns what this process knows, as a caller sees it that only looks.
	 */
	Lookup<V> known(@Nullable Found<V> found) {
		if (found == null) {
			return new Lookup<>(Lookup.State.MISS, null);
		}
		Lookup.State present = found.stale() ? Lookup.State.STALE : Lookup.State.FRESH;
		return new Lookup<>((found.value() != null) ? present : Lookup.State.NULL, found.value());
	}

}
