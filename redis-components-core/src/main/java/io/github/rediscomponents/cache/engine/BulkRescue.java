// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.CacheObserver.StaleReason;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.engine.LoadPlaces.Place;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.Found;

/**
 * Runs the loads of many values in places of their cache. One that fails gives the older
 * values if there is one for each key that it was to load, else its exception.
 *
 * @param <V> the type of the values
 */
final class BulkRescue<V> {

	private static final long NEVER = Long.MAX_VALUE / 4;

	private final CacheStore store;

	private final EntryReader<V> reader;

	private final LoadRuns<V> runs;

	private final FailSafe failSafe;

	BulkRescue(CacheStore store, EntryReader<V> reader, LoadRuns<V> runs, FailSafe failSafe) {
		this.store = store;
		this.reader = reader;
		this.runs = runs;
		this.failSafe = failSafe;
	}

	/**
	 * Answers for the keys whose loaders failed a moment ago.
	 * @param seen the entries in the places of some, by text
	 * @param found takes the results, by text
	 */
	void coolingDown(Set<String> missing, Map<String, byte @Nullable []> seen, Map<String, Found<V>> found) {
		CacheSettings settings = this.store.settings();
		for (String text : missing) {
			if (this.failSafe.isCoolingDown(text, settings)) {
				Found<V> instead = this.failSafe.coolingDown(text, settings, held(text, seen));
				if (instead != null) {
					found.put(text, instead);
				}
			}
		}
	}

	/**
	 * Answers for those for which other callers took too long.
	 */
	void waited(Set<String> missing, Map<String, byte @Nullable []> seen, Map<String, Found<V>> found) {
		for (String text : missing) {
			Found<V> stale = this.failSafe.waited(this.store.settings().onWaitTimeout(), held(text, seen));
			if (stale != null) {
				found.put(text, stale);
			}
		}
	}

	/**
	 * Runs a load.
	 * @param flights the keys that it is to load, and others that are found
	 * @return what the load returns; null if older values were found instead
	 */
	<T> @Nullable T run(List<Flight<V>> flights, Map<String, byte @Nullable []> seen, Map<String, Found<V>> found,
			Supplier<@Nullable T> load) {
		CacheSettings settings = this.store.settings();
		try (Place place = this.runs.place(settings, System.nanoTime() + NEVER)) {
			if (place != null) {
				return load.get();
			}
		}
		catch (RuntimeException ex) {
			if (FailSafe.isInterrupt(ex)) {
				throw ex;
			}
			flights.stream()
				.filter((flight) -> !found.containsKey(flight.text()))
				.forEach((flight) -> this.failSafe.remember(flight.text(), ex, settings));
			replace(flights, seen, found, StaleReason.FAILED, ex);
			return null;
		}
		replace(flights, seen, found, StaleReason.REJECTED, this.failSafe.rejection(settings.loading()));
		return null;
	}

	/**
	 * Finds the older values, all or none.
	 */
	private void replace(List<Flight<V>> flights, Map<String, byte @Nullable []> seen, Map<String, Found<V>> found,
			StaleReason reason, RuntimeException failure) {
		Map<Flight<V>, Found<V>> stale = new LinkedHashMap<>();
		for (Flight<V> flight : flights) {
			if (!found.containsKey(flight.text())) {
				stale.put(flight, this.failSafe.instead(held(flight.text(), seen), reason, failure));
			}
		}
		stale.forEach((flight, old) -> {
			found.put(flight.text(), old);
			flight.finish(old);
		});
	}

	private @Nullable V held(String text, Map<String, byte @Nullable []> seen) {
		return this.reader.held(seen.get(text), this.store.settings().loading().failSafe());
	}

}
