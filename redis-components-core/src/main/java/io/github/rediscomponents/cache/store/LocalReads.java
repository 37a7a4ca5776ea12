// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

import io.github.rediscomponents.cache.CacheObserver.Level;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.entry.Envelope;
import io.github.rediscomponents.cache.entry.Generation;
import io.github.rediscomponents.cache.entry.TagTicks;
import io.github.rediscomponents.cache.entry.Tagged;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.local.LocalLevel;
import io.github.rediscomponents.cache.local.Slot;
import org.jspecify.annotations.Nullable;

/**
 * Reads the local level of one cache, and keeps there what was read from Redis.
 *
 * @param <V> the type of the values
 */
public final class LocalReads<V> {

	/** A stamp with which nothing is kept. */
	public static final long UNKEPT = -1;

	private final LocalLevel<V> level;

	private final CacheStore store;

	private final EntryReader<V> reader;

	private final Generation generation;

	private final CacheTags tags;

	private final LongAdder values = new LongAdder();

	private final LongAdder absences = new LongAdder();

	private final LongAdder lapsed = new LongAdder();

	private final AgeSamples ages = new AgeSamples();

	private final AtomicBoolean saidLapsed = new AtomicBoolean();

	public LocalReads(LocalLevel<V> level, CacheStore store, EntryReader<V> reader, Generation generation,
			CacheTags tags) {
		this.level = level;
		this.store = store;
		this.reader = reader;
		this.generation = generation;
		this.tags = tags;
	}

	/**
	 * Returns what this process knows of a key. Allocates nothing for shared values.
	 */
	public @Nullable Found<V> find(String text) {
		Slot<V> slot = this.level.find(this.store.settings().local(), text, this.generation.visible());
		if (slot == null) {
			return null;
		}
		Found<V> found = found(slot);
		if (found != null) {
			((found.value() != null) ? this.values : this.absences).increment();
		}
		return found;
	}

	/** Whether this process knows a key. Counts nothing. */
	public boolean knows(String text) {
		return this.level.find(this.store.settings().local(), text, this.generation.visible()) != null;
	}

	private @Nullable Found<V> found(Slot<V> slot) {
		if (this.ages.isDue()) {
			long age = slot.ageMillis();
			if (age >= 0) {
				this.ages.add(age);
			}
		}
		Found<V> found = slot.found();
		if (found != null) {
			return found;
		}
		V value = this.reader.value(slot.entry());
		return (value != null) ? new Found<>(value) : null;
	}

	/**
	 * Returns what this process knew of a key before its node stopped answering. After
	 * null a newer value may be loaded, and the older one is never returned.
	 * @return marked as stale, also an absence; null if there is none
	 */
	public @Nullable Found<V> lapsed(String text, CacheReport report) {
		Slot<V> slot = this.level.findLapsed(text, this.generation.visible());
		Found<V> found = (slot != null) ? found(slot) : null;
		if (found == null) {
			this.level.overtaken(text);
			return null;
		}
		this.lapsed.increment();
		report.servedWithoutRedis(!this.saidLapsed.getAndSet(true));
		return new Found<>(found.value(), true);
	}

	/**
	 * The node of a key answered.
	 * @param stamp taken before the read
	 */
	public void answered(String text, long stamp) {
		if (stamp == UNKEPT) {
			this.level.overtaken(text);
		}
	}

	/**
	 * Returns the stamp for {@link #keep}, which is taken before Redis is read.
	 */
	public long stamp(String text) {
		return this.level.isOpen() ? this.level.stamp(text) : UNKEPT;
	}

	/**
	 * Keeps what was read, unless it may be outdated.
	 * @param entry fresh, or the knowledge that there is no value
	 * @param found what it means
	 * @param stamp taken before it was read
	 */
	public void keep(String text, byte[] entry, Found<V> found, long stamp) {
		if (stamp != UNKEPT) {
			Tagged tags = EntryReader.tags(entry);
			TagTicks.Stamp current = (tags != null) ? this.tags.stamp(tags) : null;
			if (tags != null && current == null) {
				return;
			}
			boolean copied = found.value() != null && this.store.settings().local().copied();
			this.level.keep(text, new Slot.Content<>(copied ? null : found, entry, Envelope.generation(entry),
					this.reader.freshMillis(entry), this.reader.ageMillis(entry), current), stamp);
		}
	}

	/** What is kept of a key is outdated. */
	public void outdate(String text) {
		this.level.outdate(text);
	}

	/** What is kept of any key is outdated. */
	public void outdateAll() {
		this.level.outdateAll();
	}

	/**
	 * Tells how often something was found since the last time and how old some of it was,
	 * and looks whether the cache was cleared unheard.
	 */
	public void tick(CacheReport report) {
		report.localHits(Lookup.State.FRESH, this.values.sumThenReset());
		report.localHits(Lookup.State.NULL, this.absences.sumThenReset());
		report.localHits(Lookup.State.STALE, this.lapsed.sumThenReset());
		this.ages.drainTo((millis) -> report.age(Level.LOCAL, millis));
		if (this.level.isOpen()) {
			this.saidLapsed.set(false);
			this.store.checkGenerationLater();
		}
	}

}
