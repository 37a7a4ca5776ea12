package io.github.rediscomponents.cache;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.codec.ValueCodec;

/**
 * One named cache, below the types of its keys: here a key is its text.
 *
 * @param <V> the type of the values
 */
final class CacheCore<V> {

	private final String name;

	private final Type type;

	private final CacheEnvironment env;

	private final Flights<V> flights = new Flights<>();

	private final Remembered<V> remembered = new Remembered<>(this.flights);

	private final Generation generation = new Generation(this::outdateAll);

	private final Reentrance reentrance;

	private final CacheStore store;

	private final EntryReader<V> reader;

	private final Entries<V> entries;

	private final SingleLoad<V> loads;

	private final LeasedLoad<V> leasedLoad;

	private final Rebuild<V> rebuild;

	private final CacheWrites<V> writes;

	private final Guard guard;

	CacheCore(CacheSpec<?, V> spec, ValueCodec<V> codec, CacheEnvironment env) {
		this.name = spec.name();
		this.type = spec.valueType();
		this.env = env;
		this.reentrance = new Reentrance(this.name);
		Envelope<V> envelope = new Envelope<>(this.name, this.type, codec);
		this.store = new CacheStore(this.name, env, this.generation, spec.settings());
		this.reader = new EntryReader<>(this.name, env, envelope, this.generation, this.store);
		this.entries = new Entries<>(this.name, env, this.store, envelope);
		this.loads = new SingleLoad<>(this, env, this.entries);
		this.leasedLoad = new LeasedLoad<>(this, env, this.entries);
		this.rebuild = new Rebuild<>(this, env, this.entries, this.loads);
		this.writes = new CacheWrites<>(this, env);
		this.guard = new Guard(this.name, env, this.store, spec.bloomFilter());
	}

	<K> @Nullable V get(K key, String text, CacheLoader<? super K, ? extends V> loader, Guarding guarding) {
		Reply<byte[]> read = this.store.read(text, true);
		byte[] found = read.value();
		boolean reached = read.failure() == null;
		if (read.failure() != null) {
			this.env.goesOnWithout(this.name, read.failure());
		}
		Outcome<V> remembered = reached ? null : this.remembered.withoutRedis(text);
		if (found != null) {
			Lookup.State state = this.reader.inspect(found);
			if (state == Lookup.State.NULL) {
				this.env.metrics.lookup(this.name, state);
				return null;
			}
			if (state != Lookup.State.MISS) {
				V value = this.reader.value(found);
				if (value != null) {
					this.env.metrics.lookup(this.name, state);
					if (state == Lookup.State.STALE) {
						this.rebuild.start(text, found, () -> loader.load(key));
					}
					return value;
				}
			}
			remembered = this.remembered.beside(text, found);
		}
		if (remembered != null) {
			this.env.metrics.lookup(this.name, (remembered.value() != null) ? Lookup.State.FRESH : Lookup.State.NULL);
			return remembered.value();
		}
		this.env.metrics.lookup(this.name, Lookup.State.MISS);
		if (reached && this.guard.isAbsent(text, guarding)) {
			return null;
		}
		return reached ? this.loads.load(text, found, () -> loader.load(key))
				: this.loads.loadWithoutRedis(text, () -> loader.load(key));
	}

	Lookup<V> peek(String text) {
		Reply<byte[]> read = this.store.read(text, false);
		if (read.failure() != null) {
			throw read.failure();
		}
		byte[] found = read.value();
		Lookup.State state = (found != null) ? this.reader.inspect(found) : Lookup.State.MISS;
		V value = (found != null && (state == Lookup.State.FRESH || state == Lookup.State.STALE))
				? this.reader.value(found) : null;
		if (value == null && state != Lookup.State.NULL) {
			state = Lookup.State.MISS;
		}
		this.env.metrics.lookup(this.name, state);
		return new Lookup<>(state, value);
	}

	/**
	 * Runs a loader.
	 * @param texts whose values it loads
	 */
	<T> @Nullable T call(Collection<String> texts, ValueSource<T> source) {
		this.reentrance.enter(texts);
		try {
			return Loading.call(this.name, this.env.metrics, source);
		}
		finally {
			this.reentrance.leave(texts);
		}
	}

	Flight<V> newFlight(String text) {
		return newFlight(text, new Semaphore(0));
	}

	Flight<V> newFlight(String text, Semaphore signals) {
		return new Flight<>(text, this.env.newToken(), this.generation.known(), signals);
	}

	/**
	 * Whether what a flight loads could be stored now, as far as this process knows.
	 */
	boolean mayStore(Flight<V> flight) {
		return flight.generation() != Generation.UNKNOWN && isCurrent(flight) && this.store.isWell(flight.text());
	}

	/**
	 * Whether no clear came since a flight began, as far as this process knows.
	 */
	boolean isCurrent(Flight<V> flight) {
		return flight.generation() == this.generation.visible();
	}

	/**
	 * Remembers in this process what was loaded and could not be stored.
	 * @param entry what stands in its place, else null
	 */
	void remember(Flight<V> flight, Outcome<V> outcome, byte @Nullable [] entry) {
		if (entry != null) {
			this.remembered.put(flight, outcome, entry, TimeUnit.MILLISECONDS.toNanos(this.reader.othersMillis(entry)));
			return;
		}
		CacheSettings now = settings();
		Duration ttl = (outcome.value() != null) ? now.ttl() : now.nullTtl();
		this.remembered.put(flight, outcome, null, Math.min(ttl.toNanos(), now.outageTtl().toNanos()));
	}

	String name() {
		return this.name;
	}

	Type type() {
		return this.type;
	}

	CacheSettings settings() {
		return this.store.tuning().settings();
	}

	CacheEnvironment env() {
		return this.env;
	}

	private void outdateAll() {
		this.flights.detachAll();
		this.remembered.clear();
	}

	Remembered<V> remembered() {
		return this.remembered;
	}

	Flights<V> flights() {
		return this.flights;
	}

	Generation generation() {
		return this.generation;
	}

	Guard guard() {
		return this.guard;
	}

	CacheStore store() {
		return this.store;
	}

	Reentrance reentrance() {
		return this.reentrance;
	}

	EntryReader<V> reader() {
		return this.reader;
	}

	CacheWrites<V> writes() {
		return this.writes;
	}

	Entries<V> entries() {
		return this.entries;
	}

	SingleLoad<V> loads() {
		return this.loads;
	}

	LeasedLoad<V> leasedLoad() {
		return this.leasedLoad;
	}

	Rebuild<V> rebuild() {
		return this.rebuild;
	}

}
