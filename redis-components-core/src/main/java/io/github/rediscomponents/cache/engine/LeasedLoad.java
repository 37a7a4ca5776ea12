// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.cache.flight.BulkSource;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.flight.ValueSource;
import io.github.rediscomponents.cache.node.Reply;

/**
 * Loads and stores under leases that were acquired: extends them while the loader runs,
 * and gives them back if it fails.
 *
 * @param <V> the type of the values
 */
final class LeasedLoad<V> {

	private final Background background;

	private final CacheStore store;

	private final EntryWriter<V> writer;

	private final Remembered<V> remembered;

	private final Loading loading;

	private final CacheReport report;

	LeasedLoad(Background background, CacheStore store, EntryWriter<V> writer, Remembered<V> remembered,
			Loading loading, CacheReport report) {
		this.background = background;
		this.store = store;
		this.writer = writer;
		this.remembered = remembered;
		this.loading = loading;
		this.report = report;
	}

	/**
	 * Loads one value.
	 */
	Found<V> load(Flight<V> mine, ValueSource<V> source) {
		LeaseExtension<V> extension = extension(List.of(mine));
		long began = System.nanoTime();
		V value;
		byte[][] args = null;
		try {
			value = this.loading.call(List.of(mine.text()), source);
			args = this.writer.fillArgs(mine, value, millisSince(began));
		}
		finally {
			extension.close();
			if (args == null) {
				this.writer.release(mine);
			}
		}
		Found<V> found = new Found<>(value);
		if (args != null) {
			store(mine, found, args);
		}
		return found;
	}

	private void store(Flight<V> mine, Found<V> found, byte[][] args) {
		try {
			this.writer.fill(mine, args);
		}
		catch (RedisComponentsException ex) {
			this.report.goesOnWithout(ex);
			this.remembered.put(mine, found, null);
		}
	}

	/**
	 * Loads many values with one call.
	 * @param owned the flights that have leases
	 * @param all these, and those whose values are loaded and not stored
	 */
	Map<String, V> loadAll(List<Flight<V>> owned, List<Flight<V>> all, BulkSource<V> source) {
		LeaseExtension<V> extension = extension(owned);
		long began = System.nanoTime();
		Map<Flight<V>, byte[][]> fills = Map.of();
		Map<String, V> loaded;
		try {
			loaded = this.loading.callAll(all, source);
			fills = fills(owned, loaded, millisSince(began));
		}
		finally {
			extension.close();
			release(owned, fills);
		}
		if (!fills.isEmpty()) {
			store(List.copyOf(fills.keySet()), List.copyOf(fills.values()), loaded);
		}
		return loaded;
	}

	/**
	 * Encodes what can be stored, in the order of the flights.
	 */
	private Map<Flight<V>, byte[][]> fills(List<Flight<V>> owned, Map<String, V> loaded, long millis) {
		Map<Flight<V>, byte[][]> fills = new LinkedHashMap<>();
		for (Flight<V> flight : owned) {
			byte[][] args = this.writer.fillArgs(flight, loaded.get(flight.text()), millis);
			if (args != null) {
				fills.put(flight, args);
			}
		}
		return fills;
	}

	private void release(List<Flight<V>> owned, Map<Flight<V>, byte[][]> except) {
		for (Flight<V> flight : owned) {
			if (!except.containsKey(flight)) {
				this.writer.release(flight);
			}
		}
	}

	private void store(List<Flight<V>> flights, List<byte[][]> args, Map<String, V> loaded) {
		List<Reply<Long>> replies = this.writer.fillAll(flights, args);
		RedisComponentsException failure = null;
		for (int i = 0; i < flights.size(); i++) {
			RedisComponentsException known = replies.get(i).failure();
			if (known != null) {
				failure = known;
				Flight<V> flight = flights.get(i);
				this.remembered.put(flight, new Found<>(loaded.get(flight.text())), null);
			}
		}
		if (failure != null) {
			this.report.goesOnWithout(failure);
		}
	}

	private LeaseExtension<V> extension(List<Flight<V>> flights) {
		return LeaseExtension.start(this.background, this.store.settings(), this.writer, flights);
	}

	private static long millisSince(long nanos) {
		return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
	}

}
