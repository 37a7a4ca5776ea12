package io.github.rediscomponents.cache;

import java.util.ArrayList;
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

	/** How often entries that cannot be used and differ from each other are looked at. */
	private static final int MAX_UNUSABLE = 8;

	private final CacheCore<V> core;

	private final CacheEnvironment env;

	private final Entries<V> entries;

	LeasedLoad(CacheCore<V> core, CacheEnvironment env, Entries<V> entries) {
		this.core = core;
		this.env = env;
		this.entries = entries;
	}

	/**
	 * Gets what can be had without waiting for others, and ends those flights.
	 * @param flights that were entered, to be stored
	 * @param apart that were entered, to be loaded only
	 * @param seen entries that cannot be used, by text
	 * @param waits whether to be told when other processes are done
	 * @param source loads
	 * @param outcomes takes what came of it, by text
	 * @return what other processes are loading; those flights go on
	 */
	Busy<V> run(List<Flight<V>> flights, List<Flight<V>> apart, Map<String, byte @Nullable []> seen, boolean waits,
			BulkSource<V> source, Map<String, Outcome<V>> outcomes) {
		Sorted<V> sorted = new Sorted<>(new ArrayList<>(), new ArrayList<>(apart), new ArrayList<>());
		long left = acquire(flights, seen, waits, sorted, outcomes);
		load(sorted, seen, source, outcomes);
		return new Busy<>(sorted.busy, left);
	}

	/**
	 * Ends flights, without an outcome unless they have one.
	 */
	void end(List<Flight<V>> flights) {
		for (Flight<V> flight : flights) {
			flight.finish(null);
			this.core.flights().leave(flight);
		}
	}

	private void end(Flight<V> flight, Outcome<V> outcome, Map<String, Outcome<V>> outcomes) {
		outcomes.put(flight.text(), outcome);
		flight.finish(outcome);
		this.core.flights().leave(flight);
	}

	private long acquire(List<Flight<V>> flights, Map<String, byte @Nullable []> seen, boolean waits, Sorted<V> sorted,
			Map<String, Outcome<V>> outcomes) {
		List<Flight<V>> wanted = new ArrayList<>(flights.size());
		for (Flight<V> flight : flights) {
			boolean storable = this.core.mayStore(flight)
					&& this.core.reader().othersMillis(seen.get(flight.text())) == 0;
			(storable ? wanted : sorted.apart).add(flight);
		}
		long left = Long.MAX_VALUE;
		for (int tries = 0; tries < MAX_UNUSABLE && !wanted.isEmpty(); tries++) {
			List<Reply<Acquired>> replies = this.entries.acquireAll(wanted, seen, waits);
			List<Flight<V>> again = new ArrayList<>();
			RedisComponentsException failure = null;
			for (int i = 0; i < wanted.size(); i++) {
				Flight<V> flight = wanted.get(i);
				Acquired acquired = replies.get(i).value();
				if (acquired == null) {
					failure = replies.get(i).failure();
					this.entries.releaseIfUnsure(flight, failure);
					sorted.apart.add(flight);
				}
				else if (acquired.owner()) {
					sorted.owned.add(flight);
				}
				else if (acquired.entry() == null) {
					sorted.busy.add(flight);
					left = Math.min(left, acquired.leftMillis());
				}
				else if (!take(flight, acquired.entry(), seen, outcomes)) {
					boolean others = this.core.reader().othersMillis(acquired.entry()) > 0;
					(others ? sorted.apart : again).add(flight);
				}
			}
			if (failure != null) {
				this.env.goesOnWithout(this.core.name(), failure);
			}
			wanted = again;
		}
		sorted.apart.addAll(wanted);
		return left;
	}

	private boolean take(Flight<V> flight, byte[] entry, Map<String, byte @Nullable []> seen,
			Map<String, Outcome<V>> outcomes) {
		Outcome<V> outcome = this.core.reader().outcome(entry);
		if (outcome != null) {
			end(flight, outcome, outcomes);
			return true;
		}
		seen.put(flight.text(), entry);
		return false;
	}

	private void load(Sorted<V> sorted, Map<String, byte @Nullable []> seen, BulkSource<V> source,
			Map<String, Outcome<V>> outcomes) {
		List<Flight<V>> all = new ArrayList<>(sorted.owned);
		all.addAll(sorted.apart);
		if (all.isEmpty()) {
			return;
		}
		Map<String, V> loaded = loadAndStore(sorted.owned, all, source);
		for (Flight<V> flight : sorted.apart) {
			byte[] entry = seen.get(flight.text());
			boolean others = this.core.reader().othersMillis(entry) > 0;
			this.core.remember(flight, new Outcome<>(loaded.get(flight.text())), others ? entry : null);
		}
		all.forEach((flight) -> end(flight, new Outcome<>(loaded.get(flight.text())), outcomes));
	}

	private Map<String, V> loadAndStore(List<Flight<V>> owned, List<Flight<V>> all, BulkSource<V> source) {
		LeaseExtension<V> extension = LeaseExtension.start(this.env, this.core.settings(), this.entries, owned);
		long began = System.nanoTime();
		List<byte[][]> args = new ArrayList<>(owned.size());
		Map<String, V> loaded;
		try {
			loaded = load(all, source);
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
		if (!owned.isEmpty()) {
			store(owned, args, loaded);
		}
		return loaded;
	}

	private void store(List<Flight<V>> owned, List<byte[][]> args, Map<String, V> loaded) {
		if (!owned.stream().allMatch(this.core::isCurrent)) {
			owned.forEach((flight) -> this.entries.refused());
			owned.forEach(this.entries::release);
			return;
		}
		List<Reply<Long>> replies = this.entries.fillAll(owned, args);
		RedisComponentsException failure = null;
		for (int i = 0; i < owned.size(); i++) {
			RedisComponentsException known = replies.get(i).failure();
			if (known != null) {
				failure = known;
				this.core.remember(owned.get(i), new Outcome<>(loaded.get(owned.get(i).text())), null);
			}
		}
		if (failure != null) {
			this.env.goesOnWithout(this.core.name(), failure);
		}
	}

	/**
	 * Calls the loader once.
	 */
	Map<String, V> load(List<Flight<V>> flights, BulkSource<V> source) {
		List<String> texts = flights.stream().map(Flight::text).toList();
		return Objects.requireNonNull(this.core.call(texts, () -> source.load(texts)));
	}

	/**
	 * What other processes are loading.
	 *
	 * @param flights that go on
	 * @param leftMillis when the first of the leases expires
	 * @param <V> the type of the values
	 */
	record Busy<V>(List<Flight<V>> flights, long leftMillis) {
	}

	private record Sorted<V>(List<Flight<V>> owned, List<Flight<V>> apart, List<Flight<V>> busy) {
	}

}
