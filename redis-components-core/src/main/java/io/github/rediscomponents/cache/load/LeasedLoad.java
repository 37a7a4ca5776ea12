// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.cache.CacheObserver.LoadEvent;
import io.github.rediscomponents.cache.flight.BulkSource;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.cache.store.CacheReport;
import io.github.rediscomponents.cache.store.CacheStore;
import io.github.rediscomponents.cache.store.CacheTags;
import io.github.rediscomponents.cache.store.EntryLife;
import io.github.rediscomponents.cache.store.EntryWriter;
import io.github.rediscomponents.cache.store.Remembered;
import org.jspecify.annotations.Nullable;

/**
 * Loads and stores under leases that were acquired: extends them while the loader runs,
 * and gives them back if it fails.
 *
 * @param <V> the type of the values
 */
public final class LeasedLoad<V> {

	private final Background background;

	private final CacheStore store;

	private final EntryWriter<V> writer;

	private final Remembered<V> remembered;

	private final Loading<V> loading;

	private final CacheTags tags;

	private final CacheReport report;

	private final NullBudget nulls = new NullBudget();

	private final RebuildPauses pauses = new RebuildPauses();

	public LeasedLoad(Background background, CacheStore store, EntryWriter<V> writer, Remembered<V> remembered,
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
	public Found<V> load(Flight<V> mine, LoadCall<V> call, byte @Nullable [] replaced) {
		V value;
		byte[][] args;
		Held held = hold(mine, call);
		try (held) {
			value = this.loading.call(mine.text(), call.source(), held.decision());
			args = held.encode(value, replaced);
		}
		Found<V> found = held.decision().found(value);
		if (args != null) {
			store(mine, found, args);
		}
		return found;
	}

	/**
	 * Begins to extend a lease, for a load that begins now.
	 */
	public Held hold(Flight<V> mine, LoadCall<V> call) {
		return new Held(mine, call);
	}

	private void store(Flight<V> mine, Found<V> found, byte[][] args) {
		try {
			this.writer.fill(mine, args);
		}
		catch (RedisComponentsException ex) {
			unstored(mine, found, ex);
		}
	}

	/**
	 * Remembers what Redis did not take.
	 */
	public void unstored(Flight<V> mine, Found<V> found, RedisComponentsException failure) {
		this.report.goesOnWithout(failure);
		this.remembered.put(mine, found, null);
	}

	/**
	 * Loads one value without a lease, and remembers it in this process.
	 * @param entry an entry that must be left in its place, else null
	 */
	public Found<V> loadApart(Flight<V> mine, LoadCall<V> call, byte @Nullable [] entry) {
		if (entry != null && call.moment() != null) {
			this.tags.read(call.moment());
		}
		LoadDecision<V> decision = new LoadDecision<>(call);
		return loadedApart(mine, decision, found(call, decision), entry);
	}

	/**
	 * Remembers what was loaded without a lease.
	 */
	public Found<V> loadedApart(Flight<V> mine, LoadDecision<V> decision, Found<V> found, byte @Nullable [] entry) {
		if (decision.isCached()) {
			this.remembered.put(mine, found, entry);
		}
		return found;
	}

	/**
	 * Returns whether the value of a key was loaded a moment ago and could not be stored.
	 */
	public boolean isPaused(String text) {
		return this.pauses.contains(text);
	}

	/**
	 * Returns what was loaded a moment ago while Redis did not answer.
	 */
	public @Nullable Found<V> loadedWithoutRedis(String text) {
		return this.remembered.withoutRedis(text);
	}

	/**
	 * Loads one value for the callers that wait.
	 */
	public Found<V> loadOnly(LoadCall<V> call) {
		return found(call, new LoadDecision<>(call));
	}

	private Found<V> found(LoadCall<V> call, LoadDecision<V> decision) {
		return decision.found(this.loading.call(call.text(), call.source(), decision));
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
	public Map<String, V> loadAll(List<Flight<V>> owned, List<Flight<V>> all, Map<String, byte @Nullable []> replaced,
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
			else {
				this.pauses.begin(flight.text());
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

	/**
	 * A lease during its load. Closing it ends its extension, and gives it back if there
	 * is nothing to store.
	 */
	public final class Held implements AutoCloseable {

		private final Flight<V> mine;

		private final LoadDecision<V> decision;

		private final LeaseExtension<V> extension;

		private final long began = System.nanoTime();

		private byte @Nullable [][] args;

		private Held(Flight<V> mine, LoadCall<V> call) {
			this.mine = mine;
			this.decision = new LoadDecision<>(call);
			this.extension = extension(List.of(mine));
		}

		LoadDecision<V> decision() {
			return this.decision;
		}

		/**
		 * Encodes what was loaded.
		 * @param replaced the entry in its place, or null
		 * @return null if it is not to be stored
		 */
		byte @Nullable [][] encode(@Nullable V value, byte @Nullable [] replaced) {
			if (this.decision.isCached() && mayStore(value, replaced)) {
				this.args = LeasedLoad.this.writer.fillArgs(this.mine, value, millisSince(this.began),
						this.decision.life(value == null), this.decision.tagged());
			}
			if (this.args == null) {
				LeasedLoad.this.pauses.begin(this.mine.text());
			}
			return this.args;
		}

		@Override
		public void close() {
			this.extension.close();
			if (this.args == null) {
				LeasedLoad.this.writer.release(this.mine);
			}
		}

	}

}
