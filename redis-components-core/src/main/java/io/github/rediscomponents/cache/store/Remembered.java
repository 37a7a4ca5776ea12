// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Expiry;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.entry.Envelope;
import io.github.rediscomponents.cache.entry.Tagged;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.Flights;
import io.github.rediscomponents.cache.flight.Found;
import org.jspecify.annotations.Nullable;

/**
 * Values that this process loaded and did not store: for a moment, because Redis did not
 * answer, or for as long as an entry of another release stands in its place. Holds 10,000
 * values at most, and 64 MiB of them as they are encoded.
 *
 * <p>
 * A value that is remembered beside an entry counts only while that entry is there:
 * whatever voids the entry voids the value.
 *
 * @param <V> the type of the values
 */
public final class Remembered<V> {

	private final Cache<String, Known<V>> byText = MemoryBound
		.<String, Known<V>>of((text, known) -> (long) Character.BYTES * text.length() + known.bytes())
		.expireAfter(Expiry.<String, Known<V>>writing((text, known) -> Duration.ofNanos(known.nanos())))
		.build();

	private final Flights<V> flights;

	private final EntryReader<V> reader;

	private final CacheStore store;

	private final CacheTags tags;

	public Remembered(Flights<V> flights, EntryReader<V> reader, CacheStore store, CacheTags tags) {
		this.flights = flights;
		this.reader = reader;
		this.store = store;
		this.tags = tags;
	}

	/**
	 * Returns what was loaded a moment ago without Redis.
	 */
	public @Nullable Found<V> withoutRedis(String text) {
		Known<V> known = this.byText.getIfPresent(text);
		return (known != null && known.witness == null && isYoung(known)
				&& !this.tags.changed(known.found.tags(), known.tick)) ? known.found : null;
	}

	/**
	 * Returns whether a value may still be used by the settings now, under which it may
	 * count for less time than when it was loaded.
	 */
	private boolean isYoung(Known<V> known) {
		return System.nanoTime() - known.atNanos < this.store.settings().outageTtl().toNanos();
	}

	/**
	 * Returns what was loaded while an entry stood in its place.
	 */
	public @Nullable Found<V> beside(String text, byte[] entry) {
		return beside(text, entry, null);
	}

	/**
	 * Does the same with what was read after the entry.
	 */
	public @Nullable Found<V> beside(String text, byte[] entry, EntryReader<V>.@Nullable Confirmation known) {
		Found<V> found = ofEntry(text, entry);
		Tagged its = (found != null) ? found.tags() : null;
		return ((known != null) ? known.areCurrent(its) : this.tags.areCurrent(its)) ? found : null;
	}

	/**
	 * Returns the tags of what was loaded while an entry stood in its place.
	 */
	public @Nullable Tagged tagsBeside(String text, byte[] entry) {
		Found<V> found = ofEntry(text, entry);
		return (found != null) ? found.tags() : null;
	}

	private @Nullable Found<V> ofEntry(String text, byte[] entry) {
		Known<V> known = this.byText.getIfPresent(text);
		return (known != null && known.witness != null && Arrays.equals(known.witness, witness(entry))) ? known.found
				: null;
	}

	/**
	 * Remembers what a flight loaded, unless it was detached or cannot be encoded.
	 * @param entry what stands in its place; null if Redis did not answer
	 */
	public void put(Flight<V> flight, Found<V> found, byte @Nullable [] entry) {
		long nanos = (entry != null) ? TimeUnit.MILLISECONDS.toNanos(this.reader.othersMillis(entry)) : nanos(found);
		if (nanos <= 0) {
			return;
		}
		int bytes = this.reader.encodedLength(found.value());
		if (bytes < 0) {
			return;
		}
		Known<V> known = new Known<>(found, (entry != null) ? witness(entry) : null, flight.tick(), System.nanoTime(),
				nanos, bytes);
		// In one step with looking, because what detaches a flight forgets then.
		this.byText.asMap().compute(flight.text(), (text, before) -> this.flights.isJoinable(flight) ? known : before);
	}

	private long nanos(Found<V> found) {
		CacheSettings now = this.store.settings();
		Duration ttl = (found.value() != null) ? now.ttl() : now.nullTtl();
		return Math.min(ttl.toNanos(), now.outageTtl().toNanos());
	}

	public void forget(String text) {
		this.byText.invalidate(text);
	}

	public void clear() {
		this.byText.invalidateAll();
	}

	/** Tells one entry from every other one without keeping it. */
	private static byte[] witness(byte[] entry) {
		CRC32 crc = new CRC32();
		crc.update(entry);
		byte[] witness = Arrays.copyOf(Envelope.header(entry), Envelope.HEADER + Integer.BYTES);
		for (int i = 0; i < Integer.BYTES; i++) {
			witness[Envelope.HEADER + i] = (byte) (crc.getValue() >> (Byte.SIZE * i));
		}
		return witness;
	}

	private record Known<V>(Found<V> found, byte @Nullable [] witness, long tick, long atNanos, long nanos, int bytes) {
	}

}
