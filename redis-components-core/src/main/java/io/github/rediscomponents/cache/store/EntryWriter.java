// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.CacheObserver.LeaseEvent;
import io.github.rediscomponents.cache.bus.CacheBus;
import io.github.rediscomponents.cache.entry.Acquired;
import io.github.rediscomponents.cache.entry.CacheScripts;
import io.github.rediscomponents.cache.entry.Envelope;
import io.github.rediscomponents.cache.entry.Generation;
import io.github.rediscomponents.cache.entry.Payload;
import io.github.rediscomponents.cache.entry.TagIds;
import io.github.rediscomponents.cache.entry.Tagged;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.Flights;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.support.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * Writes the entries and the leases of one cache.
 *
 * @param <V> the type of the values
 */
public final class EntryWriter<V> {

	private static final byte[] NONE = {};

	/** The place of the message to local levels among the arguments of a put. */
	private static final int ANNOUNCEMENT = 7;

	private static final byte[] YES = { '1' };

	private static final byte[] NO = { '0' };

	private final String name;

	private final CacheBus bus;

	private final CacheStore store;

	private final Envelope<V> envelope;

	private final Flights<V> flights;

	private final CacheTags tags;

	private final CacheReport report;

	public EntryWriter(String name, CacheBus bus, CacheStore store, Envelope<V> envelope, Flights<V> flights,
			CacheTags tags, CacheReport report) {
		this.name = name;
		this.bus = bus;
		this.store = store;
		this.envelope = envelope;
		this.flights = flights;
		this.tags = tags;
		this.report = report;
	}

	/**
	 * Returns whether what a flight loads could be stored now, as far as this process
	 * knows.
	 */
	public boolean mayStore(Flight<V> flight) {
		return flight.generation() != Generation.UNKNOWN && this.flights.isCurrent(flight)
				&& this.store.isWell(flight.text());
	}

	/**
	 * Tries to get the right to load.
	 * @param flight of the load
	 * @param seen an entry that cannot be used, or null
	 * @param waits whether a message is wanted when the other process is done
	 * @param moment that of the tags, to be read in the same flush; null if there are
	 * none
	 */
	public Acquired acquire(Flight<V> flight, byte @Nullable [] seen, boolean waits, @Nullable TagMoment moment) {
		byte[][] args = acquireArgs(flight, seen, waits);
		if (moment == null) {
			return count(Acquired.of(this.store.eval(CacheScripts.ACQUIRE, this.store.bothKeys(flight.text()), args)));
		}
		return acquired(this.store.evalAll(CacheScripts.ACQUIRE, List.of(flight.text()), List.<byte[][]>of(args), false,
				this.tags.question()), moment);
	}

	/**
	 * Takes the replies to one lease and to the question for the moment of the tags.
	 */
	public Acquired acquired(List<Reply<List<Object>>> replies, TagMoment moment) {
		this.tags.answer(replies.get(1), moment);
		Reply<List<Object>> reply = replies.get(0);
		if (reply.failure() != null) {
			throw reply.failure();
		}
		return count(Acquired.of(Objects.requireNonNull(reply.value())));
	}

	/**
	 * The same for many; nodes that do not answer are left alone.
	 * @param seen entries that cannot be used, by text
	 */
	public List<Reply<Acquired>> acquireAll(List<Flight<V>> flights, Map<String, byte @Nullable []> seen, boolean waits,
			@Nullable TagMoment moment) {
		List<byte[][]> args = new ArrayList<>(flights.size());
		flights.forEach((flight) -> args.add(acquireArgs(flight, seen.get(flight.text()), waits)));
		List<Reply<Acquired>> result = new ArrayList<>(flights.size());
		List<Reply<List<Object>>> replies = this.store.evalAll(CacheScripts.ACQUIRE, texts(flights), args, true,
				(moment != null) ? this.tags.question() : null);
		if (moment != null) {
			this.tags.answer(replies.get(flights.size()), moment);
		}
		for (Reply<List<Object>> reply : replies.subList(0, flights.size())) {
			List<Object> value = reply.value();
			result.add(new Reply<>((value != null) ? count(Acquired.of(value)) : null, reply.failure()));
		}
		return result;
	}

	public byte[][] acquireArgs(Flight<V> flight, byte @Nullable [] seen, boolean waits) {
		return new byte[][] { flight.token(), Utf8.bytes(this.store.settings().leaseTtl().toMillis()),
				(seen != null) ? Envelope.header(seen) : NONE, waits ? YES : NO };
	}

	public Acquired count(Acquired acquired) {
		if (acquired.owner()) {
			this.report.lease(LeaseEvent.ACQUIRED);
		}
		else if (acquired.fenced()) {
			this.report.lease(LeaseEvent.FENCED);
		}
		else if (acquired.entry() == null) {
			this.report.lease(LeaseEvent.BUSY);
		}
		return acquired;
	}

	/**
	 * Returns the arguments of a fill; encodes the value.
	 * @param tags of the value; null if it has none
	 * @return null if the value is too large to be stored, or its tags have no moment
	 */
	public byte @Nullable [][] fillArgs(Flight<V> flight, @Nullable V value, long loadMillis, EntryLife life,
			@Nullable Tagged tags) {
		Payload payload = this.envelope.encode(value);
		return isTooLarge(payload) || (tags != null && tags.moment() == Tagged.UNKNOWN) ? null
				: args(flight.token(), compressed(payload), loadMillis, flight.generation(), life, tags,
						CacheBus.loaded(this.name, flight.text()),
						this.store.settings().local().broadcast() ? CacheBus.voided(this.name, flight.text()) : NONE);
	}

	/**
	 * Stores what a flight loaded, unless the cache was cleared since it began or its
	 * lease is lost.
	 */
	public void fill(Flight<V> flight, byte[][] args) {
		if (this.flights.isCurrent(flight)) {
			count(this.store.eval(CacheScripts.FILL, this.store.bothKeys(flight.text()), args));
		}
		else {
			refuse(flight);
		}
	}

	/**
	 * Does the same for many; after a clear it stores none of them.
	 */
	public List<Reply<Long>> fillAll(List<Flight<V>> flights, List<byte[][]> args) {
		if (!flights.stream().allMatch(this.flights::isCurrent)) {
			flights.forEach(this::refuse);
			return Collections.nCopies(flights.size(), Reply.of(0L));
		}
		List<Reply<Long>> replies = this.store.evalAll(CacheScripts.FILL, texts(flights), args, true, null);
		for (Reply<Long> reply : replies) {
			Long stored = reply.value();
			if (stored != null) {
				count(stored);
			}
		}
		return replies;
	}

	public void count(Long stored) {
		if (stored == 0) {
			this.report.lease(LeaseEvent.REFUSED);
		}
	}

	public void refuse(Flight<V> flight) {
		this.report.lease(LeaseEvent.REFUSED);
		release(flight);
	}

	/**
	 * Puts a message to local levels into the arguments of a put.
	 */
	public static void announce(byte[][] args, byte[] message) {
		args[ANNOUNCEMENT] = message;
	}

	/**
	 * Encodes a value that is put.
	 * @throws IllegalArgumentException if it is too large to be stored
	 */
	public Payload encode(@Nullable V value) {
		Payload payload = this.envelope.encode(value);
		if (isTooLarge(payload)) {
			throw new IllegalArgumentException(
					"value must not be larger than the max-value-bytes of cache '" + this.name + "', "
							+ this.store.settings().maxValueBytes() + ", was " + payload.length() + " when encoded");
		}
		return compressed(payload);
	}

	private boolean isTooLarge(Payload payload) {
		int most = this.store.settings().maxValueBytes();
		if (payload.length() > most) {
			this.report.tooLarge(payload.length(), most);
			return true;
		}
		return false;
	}

	private Payload compressed(Payload plain) {
		Payload stored = plain.compressedAbove(this.store.settings().compressAbove());
		if (!plain.isAbsent()) {
			this.report.encoded(plain.length(), stored.length());
		}
		return stored;
	}

	/**
	 * Returns the arguments of a put.
	 */
	public byte[][] putArgs(String text, Payload payload, long generation) {
		return putArgs(text, payload, generation, EntryLife.of(payload.isAbsent(), this.store.settings(), false), null);
	}

	/**
	 * Returns the arguments of a put.
	 * @param tags of the value; null if it has none
	 */
	public byte[][] putArgs(String text, Payload payload, long generation, EntryLife life, @Nullable Tagged tags) {
		return args(NONE, payload, 0, generation, life, tags, CacheBus.voided(this.name, text), NONE);
	}

	private byte[][] args(byte[] token, Payload plain, long loadMillis, long generation, EntryLife life,
			@Nullable Tagged tags, byte[] message, byte[] announcement) {
		Payload payload = (tags != null) ? plain.tagged(tags.ids()) : plain;
		return new byte[][] { token, payload.before(life.keptMillis() > 0, life.own()),
				payload.after(loadMillis, generation), Utf8.bytes(life.freshMillis()), Utf8.bytes(life.keptMillis()),
				this.bus.channel(), message, announcement, (tags != null) ? TagIds.bytes(tags.moment()) : NONE };
	}

	/**
	 * Extends a lease, without waiting.
	 * @param leaseTtl how long it lasts from now on
	 * @param lost called if the lease has another owner or is gone
	 */
	public void extend(Flight<V> flight, Duration leaseTtl, Runnable lost) {
		this.store
			.evalAsync(CacheScripts.EXTEND, new String[] { this.store.leaseKey(flight.text()) }, flight.token(),
					Utf8.bytes(leaseTtl.toMillis()))
			.thenAccept((extended) -> {
				if (extended == 0) {
					lost.run();
				}
				else {
					this.report.lease(LeaseEvent.EXTENDED);
				}
			});
	}

	/**
	 * A lease could not be extended.
	 */
	public void lost() {
		this.report.lease(LeaseEvent.LOST);
	}

	/**
	 * Gives a lease back, without waiting: if that fails, it expires.
	 */
	public void release(Flight<V> flight) {
		this.store.evalAsync(CacheScripts.RELEASE, new String[] { this.store.leaseKey(flight.text()) }, flight.token(),
				this.bus.channel(), CacheBus.loaded(this.name, flight.text()));
	}

	/**
	 * Redis did not answer the attempt to get the right to load, or refused it.
	 */
	public void notAcquired(Flight<V> flight, RedisComponentsException failure) {
		this.report.goesOnWithout(failure);
		releaseIfUnsure(flight, failure);
	}

	/**
	 * Gives back a lease that Redis may have granted unheard.
	 * @param failure why there is no answer
	 */
	public void releaseIfUnsure(Flight<V> flight, @Nullable RedisComponentsException failure) {
		if (failure instanceof RedisUnavailableException unheard
				&& unheard.outcome() == RedisUnavailableException.Outcome.UNKNOWN) {
			release(flight);
		}
	}

	private static <V> List<String> texts(List<Flight<V>> flights) {
		return flights.stream().map(Flight::text).toList();
	}

}
