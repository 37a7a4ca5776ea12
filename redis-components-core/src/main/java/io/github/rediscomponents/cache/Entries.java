package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.Utf8;

/**
 * Writes the entries and the leases of one cache.
 *
 * @param <V> the type of the values
 */
final class Entries<V> {

	private static final byte[] NONE = {};

	private static final byte[] YES = { '1' };

	private static final byte[] NO = { '0' };

	private final String name;

	private final CacheEnvironment env;

	private final CacheStore store;

	private final Envelope<V> envelope;

	Entries(String name, CacheEnvironment env, CacheStore store, Envelope<V> envelope) {
		this.name = name;
		this.env = env;
		this.store = store;
		this.envelope = envelope;
	}

	/**
	 * Tries to get the right to load.
	 * @param flight who wants it
	 * @param seen an entry that cannot be used, or null
	 * @param waits whether to be told when somebody else is done
	 */
	Acquired acquire(Flight<V> flight, byte @Nullable [] seen, boolean waits) {
		return count(Acquired.of(this.store.eval(CacheScripts.ACQUIRE, this.store.bothKeys(flight.text()),
				acquireArgs(flight, seen, waits))));
	}

	/**
	 * The same for many; nodes that do not answer are left alone.
	 * @param seen entries that cannot be used, by text
	 */
	List<Reply<Acquired>> acquireAll(List<Flight<V>> flights, Map<String, byte @Nullable []> seen, boolean waits) {
		List<byte[][]> args = new ArrayList<>(flights.size());
		flights.forEach((flight) -> args.add(acquireArgs(flight, seen.get(flight.text()), waits)));
		List<Reply<Acquired>> result = new ArrayList<>(flights.size());
		for (Reply<List<Object>> reply : this.store.evalAll(CacheScripts.ACQUIRE, keys(flights), args, true)) {
			List<Object> value = reply.value();
			result.add(new Reply<>((value != null) ? count(Acquired.of(value)) : null, reply.failure()));
		}
		return result;
	}

	private byte[][] acquireArgs(Flight<V> flight, byte @Nullable [] seen, boolean waits) {
		return new byte[][] { flight.token(), Utf8.bytes(this.store.tuning().settings().leaseTtl().toMillis()),
				(seen != null) ? Envelope.header(seen) : NONE, waits ? YES : NO };
	}

	private Acquired count(Acquired acquired) {
		if (acquired.owner()) {
			this.env.metrics.lease(this.name, CacheMetrics.LeaseEvent.ACQUIRED);
		}
		else if (acquired.entry() == null) {
			this.env.metrics.lease(this.name, CacheMetrics.LeaseEvent.BUSY);
		}
		return acquired;
	}

	/**
	 * The arguments of a fill; encodes the value.
	 */
	byte[][] fillArgs(Flight<V> flight, @Nullable V value, long loadMillis) {
		return args(flight.token(), value, loadMillis, flight.generation(),
				CacheEvents.loaded(this.name, flight.text()));
	}

	void fill(Flight<V> flight, byte[][] args) {
		countFill(this.store.eval(CacheScripts.FILL, this.store.bothKeys(flight.text()), args));
	}

	List<Reply<Long>> fillAll(List<Flight<V>> flights, List<byte[][]> args) {
		List<Reply<Long>> replies = this.store.evalAll(CacheScripts.FILL, keys(flights), args, true);
		for (Reply<Long> reply : replies) {
			Long stored = reply.value();
			if (stored != null) {
				countFill(stored);
			}
		}
		return replies;
	}

	private void countFill(Long stored) {
		if (stored == 0) {
			refused();
		}
	}

	void refused() {
		this.env.metrics.lease(this.name, CacheMetrics.LeaseEvent.REFUSED);
	}

	/**
	 * The arguments of a put; encodes the value.
	 */
	byte[][] putArgs(String text, @Nullable V value, long generation) {
		return args(NONE, value, 0, generation, CacheEvents.voided(this.name, text));
	}

	private byte[][] args(byte[] token, @Nullable V value, long loadMillis, long generation, byte[] message) {
		CacheSettings settings = this.store.tuning().settings();
		boolean absent = value == null;
		long ttl = jittered(absent ? settings.nullTtl() : settings.ttl(), settings.jitter());
		long window = absent ? 0 : settings.staleWindow().toMillis();
		return new byte[][] { token, Envelope.before(absent, window > 0),
				this.envelope.after(value, loadMillis, generation), Utf8.bytes(ttl), Utf8.bytes(window),
				this.env.events.channel(), message };
	}

	private static long jittered(Duration ttl, double jitter) {
		long millis = ttl.toMillis();
		return Math.max(1, millis - (long) (millis * jitter * ThreadLocalRandom.current().nextDouble()));
	}

	/**
	 * Extends a lease, without waiting.
	 * @param lost called if it is somebody else's or gone
	 */
	void extend(Flight<V> flight, Runnable lost) {
		this.store
			.evalAsync(CacheScripts.EXTEND, new String[] { this.store.leaseKey(flight.text()) }, flight.token(),
					Utf8.bytes(this.store.tuning().settings().leaseTtl().toMillis()))
			.thenAccept((extended) -> {
				if (extended == 0) {
					lost.run();
				}
			});
	}

	/**
	 * Gives a lease back, without waiting: if that fails, it expires.
	 */
	void release(Flight<V> flight) {
		this.store.evalAsync(CacheScripts.RELEASE, new String[] { this.store.leaseKey(flight.text()) }, flight.token(),
				this.env.events.channel(), CacheEvents.loaded(this.name, flight.text()));
	}

	/**
	 * Gives back a lease that Redis may have granted unheard.
	 * @param failure why there is no answer
	 */
	void releaseIfUnsure(Flight<V> flight, @Nullable RedisComponentsException failure) {
		if (failure instanceof RedisUnavailableException unheard && unheard.outcome() == Outcome.UNKNOWN) {
			release(flight);
		}
	}

	List<String[]> keys(Collection<Flight<V>> flights) {
		List<String[]> keys = new ArrayList<>(flights.size());
		for (Flight<V> flight : flights) {
			keys.add(this.store.bothKeys(flight.text()));
		}
		return keys;
	}

}
