// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.cache.CacheObserver.LoadEvent;
import io.github.rediscomponents.cache.flight.BulkSource;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.load.EntryLife;
import io.github.rediscomponents.cache.load.NullBudget;
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

	private final Loading<V> loading;

	private final CacheTags tags;

	private final CacheReport report;

	private final NullBudget nulls = new NullBudget();

	LeasedLoad(Background background, CacheStore store, EntryWriter<V> writer, Remembered<V> remembered,
			Loading<V> loading, CacheTags tags, CacheReport report) {
		this.background = background;
		this.store = store;
		this.writer = writer;
		this.remembered = remembered;
		this.loading = loading;
		this.tags = tags;
		this.report = report;
	}

	/**
	 * Loads one value and stores it.
	 * @param replaced the entry in its place, or null
	 */
	Found<V> load(Flight<V> mine, LoadCall<V> call, byte @Nullable [] replaced) {
		LeaseExtension<V> extension = extension(List.of(mine));
		long began = System.nanoTime();
		LoadDecision<V> decision = new LoadDecision<>(call);
		V value;
		byte[][] args = null;
		try {
			value = this.loading.call(mine.text(), call.source(), decision);
			if (decision.isCached() && mayStore(value, replaced)) {
				args = this.writer.fillArgs(mine, value, millisSince(began), decision.life(value == null),
						decision.tagged());
			}
		}
		finally {
			extension.close();
			if (args == null) {
				this.writer.release(mine);
			}
		}
		Found<V> found = new Found<>(value, false, decision.tagged());
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
	 * Loads one value without a lease, and remembers it in this process.
	 * @param entry an entry that must be left in its place, else null
	 */
	Found<V> loadApart(Flight<V> mine, LoadCall<V> call, byte @Nullable [] entry) {
		if (entry != null && call.moment() != null) {
			this.tags.read(call.moment());
		}
		LoadDecision<V> decision = new LoadDecision<>(call);
		Found<V> found = found(call, decision);
		if (decision.isCached()) {
			this.remembered.put(mine, found, entry);
		}
		return found;
	}

	/**
	 * Returns what was loaded a moment ago while Redis did not answer.
	 */
	@Nullable Found<V> loadedWithoutRedis(String text) {
		return this.remembered.withoutRedis(text);
	}

	/**
	 * Loads one value for the callers that wait.
	 */
	Found<V> loadOnly(LoadCall<V> call) {
		return found(call, new LoadDecision<>(call));
	}

	private Found<V> found(LoadCall<V> call, LoadDecision<V> decision) {
		V value = this.loading.call(call.text(), call.source(), decision);
		return new Found<>(value, false, decision.tagged());
	}

	/**
	 * Returns whether a result adds no key that only says that there is no value, or one
	 * of those that the settings allow.
	 */
	private boolean mayStore(@Nullable V value, byte @Nullable [] replaced) {
		if (value != null || replaced != null
				|| this.nulls.take(this.store.settings().loading().maxNullEntriesPerSecond())) {
			return true;
		}
		this.report.loading(LoadEvent.NULL_NOT_STORED);
		return false;
	}

	/**
	 * Loads many values with one call.
	 * @param owned the flights that have leases
	 * @param all these, and those whose values are loaded and not stored
	 * @param replaced the entries in the places of some, by text
	 * @param tags takes those that the loader gives
	 */
	Map<String, V> loadAll(List<Flight<V>> owned, List<Flight<V>> all, Map<String, byte @Nullable []> replaced,
			BulkSource<V> source, BulkTags tags) {
		LeaseExtension<V> extension = extension(owned);
		long began = System.nanoTime();
		Map<Flight<V>, byte[][]> fills = Map.of();
		Map<String, V> loaded;
		try {
			loaded = this.loading.callAll(all, source, tags);
			fills = fills(owned, loaded, replaced, tags, millisSince(began));
		}
		finally {
			extension.close();
			release(owned, fills);
		}
		if (!fills.isEmpty()) {
			store(List.copyOf(fills.keySet()), List.copyOf(fills.values()), loaded, tags);
		}
		return loaded;
	}

	/**
	 * Encodes what can be stored, in the order of the flights.
	 */
	private Map<Flight<V>, byte[][]> fills(List<Flight<V>> owned, Map<String, V> loaded,
			Map<String, byte @Nullable []> replaced, BulkTags tags, long millis) {
		Map<Flight<V>, byte[][]> fills = new LinkedHashMap<>();
		for (Flight<V> flight : owned) {
			V value = loaded.get(flight.text());
			byte[][] args = mayStore(value, replaced.get(flight.text())) ? this.writer.fillArgs(flight, value, millis,
					EntryLife.of(value == null, this.store.settings(), false), tags.of(flight.text())) : null;
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

	private void store(List<Flight<V>> flights, List<byte[][]> args, Map<String, V> loaded, BulkTags tags) {
		List<Reply<Long>> replies = this.writer.fillAll(flights, args);
		RedisComponentsException failure = null;
		for (int i = 0; i < flights.size(); i++) {
			RedisComponentsException known = replies.get(i).failure();
			if (known != null) {
				failure = known;
				Flight<V> flight = flights.get(i);
				this.remembered.put(flight, tags.found(flight, loaded), null);
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
