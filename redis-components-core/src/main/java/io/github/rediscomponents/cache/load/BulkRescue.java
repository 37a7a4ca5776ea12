// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.rediscomponents.cache.CacheObserver.StaleReason;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.store.CacheStore;
import io.github.rediscomponents.cache.store.EntryReader;
import org.jspecify.annotations.Nullable;

/**
 * Finds older values for many keys that could not be loaded.
 *
 * @param <V> the type of the values
 */
public final class BulkRescue<V> {

	private final CacheStore store;

	private final EntryReader<V> reader;

	private final FailSafe failSafe;

	public BulkRescue(CacheStore store, EntryReader<V> reader, FailSafe failSafe) {
		this.store = store;
		this.reader = reader;
		this.failSafe = failSafe;
	}

	/**
	 * Answers for the keys whose loaders failed a moment ago.
	 */
	public void coolingDown(Collection<String> missing, BulkState<V> state) {
		CacheSettings settings = this.store.settings();
		EntryReader<V>.Confirmation known = confirmation(missing, state);
		for (String text : missing) {
			if (this.failSafe.isCoolingDown(text, settings)) {
				put(state, text, this.failSafe.coolingDown(text, settings, held(text, state, known)));
			}
		}
	}

	/**
	 * Answers for those for which other callers took too long.
	 */
	public void waited(Collection<String> missing, BulkState<V> state) {
		EntryReader<V>.Confirmation known = confirmation(missing, state);
		for (String text : missing) {
			put(state, text, this.failSafe.waited(this.store.settings().onWaitTimeout(), held(text, state, known)));
		}
	}

	private void put(BulkState<V> state, String text, @Nullable Found<V> found) {
		if (found != null) {
			state.found().put(text, found);
			reportAge(text, state);
		}
	}

	/**
	 * Answers for those whose load failed. The callers that wait for it share that.
	 */
	public void failed(List<Flight<V>> flights, BulkState<V> state, RuntimeException failure) {
		if (FailSafe.isInterrupt(failure)) {
			throw failure;
		}
		remember(flights, state, failure);
		replace(texts(flights), state, StaleReason.FAILED, failure);
		flights.forEach((flight) -> flight.finish(state.found().get(flight.text())));
	}

	/**
	 * Notes for which keys a load failed.
	 */
	public void remember(List<Flight<V>> flights, BulkState<V> state, RuntimeException failure) {
		CacheSettings settings = this.store.settings();
		flights.stream()
			.map(Flight::text)
			.filter((text) -> !state.found().containsKey(text))
			.forEach((text) -> this.failSafe.remember(text, failure, settings));
	}

	/**
	 * Finds the older values of those that are not found, all or none.
	 */
	public void replace(Collection<String> texts, BulkState<V> state, StaleReason reason, RuntimeException failure) {
		Map<String, V> held = new LinkedHashMap<>();
		EntryReader<V>.Confirmation known = confirmation(texts, state);
		for (String text : texts) {
			if (!state.found().containsKey(text)) {
				V old = held(text, state, known);
				if (old == null) {
					throw failure;
				}
				held.put(text, old);
			}
		}
		held.forEach((text, old) -> {
			state.found().put(text, this.failSafe.instead(old, reason, failure));
			reportAge(text, state);
		});
	}

	private void reportAge(String text, BulkState<V> state) {
		byte[] entry = state.seen().get(text);
		if (entry != null) {
			this.reader.reportAge(entry);
		}
	}

	/**
	 * Returns whether there is an older value for each.
	 */
	public boolean hasAll(Collection<String> texts, BulkState<V> state) {
		EntryReader<V>.Confirmation known = confirmation(texts, state);
		return texts.stream().allMatch((text) -> held(text, state, known) != null);
	}

	/**
	 * Returns the older value that this caller read.
	 */
	@Nullable V held(String text, BulkState<V> state) {
		return held(text, state, this.reader.confirmation());
	}

	private @Nullable V held(String text, BulkState<V> state, EntryReader<V>.Confirmation known) {
		return this.reader.held(state.seen().get(text), this.store.settings().loading().failSafe(), known);
	}

	private EntryReader<V>.Confirmation confirmation(Collection<String> texts, BulkState<V> state) {
		return this.reader.confirmation().of(texts.stream().map(state.seen()::get));
	}

	public static <V> List<String> texts(List<Flight<V>> flights) {
		return flights.stream().map(Flight::text).toList();
	}

}
