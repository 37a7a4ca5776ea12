package io.github.rediscomponents.cache;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.codec.ValueCodec;

/**
 * One named cache, below the types of its keys: here a key is its text.
 *
 * @param <V> the type of the values
 */
final class CacheCore<V> {

	private static final Logger logger = LoggerFactory.getLogger(CacheCore.class);

	private final String name;

	private final Type type;

	private final CacheEnvironment env;

	private final Flights<V> flights = new Flights<>();

	private final Generation generation = new Generation(this.flights::detachAll);

	private final Envelope<V> envelope;

	private final CacheStore store;

	private final Entries<V> entries;

	private final SingleLoad<V> loads;

	private final LeasedLoad<V> leasedLoad;

	private final Rebuild<V> rebuild;

	CacheCore(CacheSpec<?, V> spec, ValueCodec<V> codec, CacheEnvironment env) {
		this.name = spec.name();
		this.type = spec.valueType();
		this.env = env;
		this.envelope = new Envelope<>(this.type, codec);
		this.store = new CacheStore(this.name, env, this.generation, spec.settings());
		this.entries = new Entries<>(this.name, env, this.store, this.envelope);
		this.loads = new SingleLoad<>(this, env, this.entries);
		this.leasedLoad = new LeasedLoad<>(this, env, this.entries);
		this.rebuild = new Rebuild<>(this, env, this.entries, this.loads);
	}

	<K> @Nullable V get(K key, String text, CacheLoader<? super K, ? extends V> loader) {
		byte[] found = null;
		if (!this.env.breaker.isOpen()) {
			try {
				found = this.store.read(text);
			}
			catch (RedisComponentsException ex) {
				this.env.goesOnWithout(this.name, ex);
			}
		}
		if (found != null) {
			Lookup.State state = inspect(found);
			if (state == Lookup.State.NULL) {
				this.env.metrics.lookup(this.name, state);
				return null;
			}
			if (state != Lookup.State.MISS) {
				V value = value(found);
				if (value != null) {
					this.env.metrics.lookup(this.name, state);
					if (state == Lookup.State.STALE) {
						this.rebuild.start(text, found, () -> loader.load(key));
					}
					return value;
				}
			}
		}
		this.env.metrics.lookup(this.name, Lookup.State.MISS);
		return this.loads.load(text, found, () -> loader.load(key));
	}

	Lookup<V> peek(String text) {
		byte[] found = this.store.read(text);
		Lookup.State state = (found != null) ? inspect(found) : Lookup.State.MISS;
		V value = (found != null && (state == Lookup.State.FRESH || state == Lookup.State.STALE)) ? value(found) : null;
		if (value == null && state != Lookup.State.NULL) {
			state = Lookup.State.MISS;
		}
		this.env.metrics.lookup(this.name, state);
		return new Lookup<>(state, value);
	}

	/**
	 * What an entry is to this cache, by its header.
	 */
	Lookup.State inspect(byte[] entry) {
		if (!this.envelope.isOurs(entry)) {
			unreadable();
			return Lookup.State.MISS;
		}
		long itsGeneration = Envelope.generation(entry);
		long known = this.generation.known();
		if (itsGeneration != known) {
			if (itsGeneration < known) {
				return Lookup.State.MISS;
			}
			this.generation.learn(itsGeneration);
		}
		if (Envelope.isAbsent(entry)) {
			return Lookup.State.NULL;
		}
		boolean stale = Envelope.hasWindow(entry) && Envelope.staleAt(entry) <= this.env.clock.millis();
		return stale ? Lookup.State.STALE : Lookup.State.FRESH;
	}

	/**
	 * The value of an entry that is fresh or stale.
	 * @return null if it cannot be decoded
	 */
	@Nullable V value(byte[] entry) {
		V value = this.envelope.value(entry);
		if (value == null) {
			unreadable();
		}
		return value;
	}

	/**
	 * What an entry means.
	 * @return null if it is a miss
	 */
	@Nullable Outcome<V> outcome(byte[] entry) {
		return switch (inspect(entry)) {
			case MISS -> null;
			case NULL -> new Outcome<>(null);
			case FRESH, STALE -> {
				V value = value(entry);
				yield (value != null) ? new Outcome<>(value) : null;
			}
		};
	}

	private void unreadable() {
		this.env.metrics.unreadable(this.name);
		logger.debug("Cache '{}' found content that it cannot read", this.name);
	}

	/**
	 * Runs a loader.
	 */
	@Nullable V call(ValueSource<V> source) {
		return Loading.call(this.name, this.env.metrics, source);
	}

	void put(String text, @Nullable V value) {
		this.store.ensureGeneration();
		byte[][] args = this.entries.putArgs(text, value, this.generation.known());
		try {
			this.store.eval(CacheScripts.FILL, this.store.bothKeys(text), args);
		}
		finally {
			this.flights.detach(text);
		}
	}

	void putAll(List<String> texts, List<byte[][]> args) {
		try {
			this.store.evalAll(CacheScripts.FILL, texts.stream().map(this.store::bothKeys).toList(), args);
		}
		finally {
			texts.forEach(this.flights::detach);
		}
	}

	void invalidate(String text) {
		try {
			this.store.eval(CacheScripts.INVALIDATE, this.store.bothKeys(text), this.env.events.channel(),
					CacheEvents.voided(this.name, text));
		}
		finally {
			this.flights.detach(text);
		}
	}

	void invalidateAll(Collection<String> texts) {
		try {
			this.store.evalAll(CacheScripts.INVALIDATE, texts.stream().map(this.store::bothKeys).toList(),
					texts.stream()
						.map((text) -> new byte[][] { this.env.events.channel(), CacheEvents.voided(this.name, text) })
						.toList());
		}
		finally {
			texts.forEach(this.flights::detach);
		}
	}

	void clear() {
		try {
			this.generation.learn(this.store.clear());
		}
		finally {
			this.flights.detachAll();
		}
	}

	Flight<V> newFlight(String text) {
		return new Flight<>(text, this.env.newToken(), this.generation.known());
	}

	/**
	 * Enters a flight for each text that has none to join.
	 */
	List<Flight<V>> enterAll(Collection<String> texts) {
		List<Flight<V>> mine = new ArrayList<>(texts.size());
		for (String text : texts) {
			Flight<V> flight = newFlight(text);
			if (this.flights.enter(flight) == flight) {
				mine.add(flight);
			}
		}
		return mine;
	}

	/**
	 * Whether what a flight loads could be stored now, as far as this process knows.
	 */
	boolean mayStore(Flight<V> flight) {
		return flight.generation() != Generation.UNKNOWN && !this.env.breaker.isOpen();
	}

	/**
	 * Whether no clear came since a flight began, as far as this process knows.
	 */
	boolean isCurrent(Flight<V> flight) {
		return flight.generation() == this.generation.known();
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

	Flights<V> flights() {
		return this.flights;
	}

	Generation generation() {
		return this.generation;
	}

	CacheStore store() {
		return this.store;
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
