// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.local;

import java.util.Objects;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.entry.Envelope;
import io.github.rediscomponents.cache.entry.TagTicks;
import io.github.rediscomponents.cache.flight.Found;

/**
 * One key of a local level: a value, the bytes of one, or the knowledge that there is
 * none.
 *
 * @param <V> the type of the values
 * @since 1.0.0
 */
public final class Slot<V> {

	/** What an entry takes in memory beside its text and its value, in bytes. */
	private static final int OVERHEAD = 128;

	private final @Nullable Found<V> found;

	private final byte @Nullable [] entry;

	private final int weight;

	private final long generation;

	private final int era;

	private final TagTicks.@Nullable Stamp tags;

	private final long loadedNanos;

	private final boolean dated;

	private final long untilNanos;

	Slot(Content<V> content, String text, int era, long now, long life) {
		this.found = content.found();
		this.entry = (this.found == null) ? content.entry() : null;
		int size = (this.found == null) ? content.entry().length : Envelope.plainLength(content.entry());
		this.weight = OVERHEAD + 2 * text.length() + size;
		this.generation = content.generation();
		this.era = era;
		this.tags = content.tags();
		this.dated = content.ageMillis() >= 0;
		this.loadedNanos = now - TimeUnit.MILLISECONDS.toNanos(Math.max(0, content.ageMillis()));
		this.untilNanos = now + life;
	}

	/**
	 * Returns what all readers share; null if each makes a value of its own of the
	 * {@link #entry}.
	 */
	public @Nullable Found<V> found() {
		return this.found;
	}

	/**
	 * Returns the bytes of a value that is not shared.
	 */
	public byte[] entry() {
		return Objects.requireNonNull(this.entry);
	}

	/**
	 * Returns how old the value is.
	 * @return milliseconds; negative if it is not known
	 */
	public long ageMillis() {
		return this.dated ? TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - this.loadedNanos) : -1;
	}

	int weight() {
		return this.weight;
	}

	boolean isValid(long visibleGeneration, int presentEra, long now) {
		return this.generation == visibleGeneration && this.era == presentEra && now - this.untilNanos < 0
				&& (this.tags == null || this.tags.isCurrent());
	}

	/**
	 * What was read from Redis.
	 *
	 * @param found the value, or that there is none; null if each reader makes a value of
	 * its own
	 * @param entry the bytes that were read
	 * @param generation of the entry
	 * @param freshMillis how long the entry is fresh
	 * @param ageMillis how old the value is; negative if that is not known
	 * @param tags of the entry; null if it has none
	 * @param <V> the type of the values
	 */
	public record Content<V>(@Nullable Found<V> found, byte[] entry, long generation, long freshMillis, long ageMillis,
			TagTicks.@Nullable Stamp tags) {
	}

}
