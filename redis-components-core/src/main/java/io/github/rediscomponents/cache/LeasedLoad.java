package io.github.rediscomponents.cache;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;

/**
 * Loads many values at once: one flush for the leases, one load for what nobody else is
 * loading, one flush for the fills.
 *
 * @param <V> the type of the values
 */
final class LeasedLoad<V> {

	private final CacheCore<V> core;

	private final CacheEnvironment env;

	private final Entries<V> entries;

	LeasedLoad(CacheCore<V> core, CacheEnvironment env, Entries<V> entries) {
		this.core = core;
		this.env = env;
		this.entries = entries;
	}

	/**
	 * Gets what can be had without waiting for others.
	 * @param flights that were entered; all are ended when this returns
	 * @param seen entries that cannot be used, by text
	 * @param withLeases whether Redis answers
	 * @param source loads
	 * @return the outcomes by text; those that others are loading are not among them
	 */
	Map<String, Outcome<V>> run(List<Flight<V>> flights, Map<String, byte @Nullable []> seen, boolean withLeases,
			BulkSource<V> source) {
		Map<String, Outcome<V>> outcomes = new LinkedHashMap<>();
		try {
			List<Flight<V>> owned = flights;
			boolean leased = withLeases && !flights.isEmpty() && this.core.mayStore(flights.get(0));
			if (leased) {
				try {
					owned = acquire(flights, seen, outcomes);
				}
				catch (RedisComponentsException ex) {
					this.env.goesOnWithout(this.core.name(), ex);
					flights.forEach(this.entries::release);
					leased = false;
				}
			}
			if (!owned.isEmpty()) {
				Map<String, V> loaded = leased ? loadAndStore(owned, source) : load(owned, source);
				for (Flight<V> flight : owned) {
					Outcome<V> outcome = new Outcome<>(loaded.get(flight.text()));
					outcomes.put(flight.text(), outcome);
					flight.finish(outcome);
				}
			}
			return outcomes;
		}
		finally {
			flights.forEach(this::end);
		}
	}

	private void end(Flight<V> flight) {
		flight.finish(null);
		this.core.flights().leave(flight);
	}

	private List<Flight<V>> acquire(List<Flight<V>> flights, Map<String, byte @Nullable []> seen,
			Map<String, Outcome<V>> outcomes) {
		List<byte @Nullable []> unusable = new ArrayList<>(flights.size());
		flights.forEach((flight) -> unusable.add(seen.get(flight.text())));
		List<Acquired> acquired = this.entries.acquireAll(flights, unusable);
		List<Flight<V>> owned = new ArrayList<>(flights.size());
		for (int i = 0; i < flights.size(); i++) {
			Flight<V> flight = flights.get(i);
			byte[] entry = acquired.get(i).entry();
			if (acquired.get(i).owner()) {
				owned.add(flight);
				continue;
			}
			Outcome<V> outcome = (entry != null) ? this.core.reader().outcome(entry) : null;
			if (outcome != null) {
				outcomes.put(flight.text(), outcome);
			}
			flight.finish(outcome);
			this.core.flights().leave(flight);
		}
		return owned;
	}

	private Map<String, V> loadAndStore(List<Flight<V>> owned, BulkSource<V> source) {
		LeaseExtension<V> extension = LeaseExtension.start(this.env, this.core.settings(), this.entries, owned);
		long began = System.nanoTime();
		List<byte[][]> args = new ArrayList<>(owned.size());
		Map<String, V> loaded;
		try {
			loaded = load(owned, source);
			long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
			for (Flight<V> flight : owned) {
				args.add(this.entries.fillArgs(flight, loaded.get(flight.text()), millis));
			}
		}
		finally {
			extension.close();
			if (args.size() < owned.size()) {
				owned.forEach(this.entries::release);
			}
		}
		try {
			if (this.core.isCurrent(owned.get(0))) {
				this.entries.fillAll(owned, args);
			}
			else {
				owned.forEach((flight) -> this.entries.refused());
				owned.forEach(this.entries::release);
			}
		}
		catch (RedisComponentsException ex) {
			this.env.goesOnWithout(this.core.name(), ex);
		}
		return loaded;
	}

	private Map<String, V> load(List<Flight<V>> owned, BulkSource<V> source) {
		List<String> texts = owned.stream().map(Flight::text).toList();
		return Objects.requireNonNull(this.core.call(texts, () -> source.load(texts)));
	}

}
