// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.cache.entry.Acquired;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.Flights;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.load.LoadPlaces.Place;
import io.github.rediscomponents.cache.store.EntryReader;
import io.github.rediscomponents.cache.store.EntryWriter;
import io.github.rediscomponents.cache.store.TagMoment;
import org.jspecify.annotations.Nullable;

/**
 * Gets one missing value: joins the thread of this process that is getting it, or takes
 * the lease and loads, or waits for the process that has the lease.
 *
 * @param <V> the type of the values
 */
public final class SingleLoad<V> {

	/** How many unusable entries that differ from each other are looked at. */
	public static final int MAX_UNUSABLE = 8;

	private final Flights<V> flights;

	private final EntryReader<V> reader;

	private final EntryWriter<V> writer;

	private final LeasedLoad<V> leased;

	private final LoadRuns<V> runs;

	private final Loading<V> loading;

	private final Waiting waiting;

	private final FailSafe failSafe;

	public SingleLoad(Flights<V> flights, EntryReader<V> reader, EntryWriter<V> writer, LeasedLoad<V> leased,
			LoadRuns<V> runs, Loading<V> loading, Waiting waiting, FailSafe failSafe) {
		this.flights = flights;
		this.reader = reader;
		this.writer = writer;
		this.leased = leased;
		this.runs = runs;
		this.loading = loading;
		this.waiting = waiting;
		this.failSafe = failSafe;
	}

	/**
	 * Gets a value that was not in Redis.
	 * @param seen an entry that was there and cannot be used, or null
	 */
	public Found<V> load(LoadCall<V> call, byte @Nullable [] seen) {
		return join(call, (mine) -> obtain(mine, seen, call));
	}

	/**
	 * Gets a value while Redis does not answer.
	 */
	public Found<V> loadWithoutRedis(LoadCall<V> call) {
		return join(call, (mine) -> loadUnreached(mine, call));
	}

	private Found<V> loadUnreached(Flight<V> mine, LoadCall<V> call) {
		// Another caller may have loaded it since this one looked.
		Found<V> known = this.leased.loadedWithoutRedis(call.text());
		return (known != null) ? known : loadApart(mine, null, call);
	}

	/**
	 * Loads without storing, and remembers the value in this process.
	 * @param entry an entry that must be left in its place, else null
	 */
	private Found<V> loadApart(Flight<V> mine, byte @Nullable [] entry, LoadCall<V> call) {
		return this.runs.run(mine, call, () -> this.leased.loadApart(mine, call, entry));
	}

	private Found<V> join(LoadCall<V> call, Attempt<V> attempt) {
		this.loading.check(call.text());
		while (true) {
			Found<V> instead = this.failSafe.coolingDown(call.text(), call.settings(), call.held());
			if (instead != null) {
				return instead;
			}
			Flight<V> mine = this.flights.create(call.text());
			Flight<V> running = this.flights.enter(mine);
			if (running == mine) {
				return lead(mine, attempt);
			}
			Found<V> found = this.waiting.join(running, call.waitDeadline());
			if (found != null) {
				Found<V> shared = shared(running, found, call);
				if (shared != null) {
					return shared;
				}
				this.flights.leave(running);
			}
			if (Waiting.isOver(call.waitDeadline())) {
				return giveUp(running, call);
			}
		}
	}

	/**
	 * Takes over the outcome of another caller's load.
	 * @return null if this caller cannot use it
	 */
	private @Nullable Found<V> shared(Flight<V> running, Found<V> found, LoadCall<V> call) {
		return this.flights.isOutdated(running, found) ? null : this.failSafe.shared(found, call.held());
	}

	private Found<V> lead(Flight<V> mine, Attempt<V> attempt) {
		try {
			Found<V> found = attempt.run(mine);
			// The older value of a caller that gave up is not that of the others.
			if (!found.stale()) {
				mine.finish(found);
			}
			return found;
		}
		finally {
			if (!mine.isHandedOver()) {
				mine.finish(null);
				this.flights.leave(mine);
			}
		}
	}

	private Found<V> obtain(Flight<V> mine, byte @Nullable [] seen, LoadCall<V> call) {
		byte[] unusable = seen;
		if (this.reader.othersMillis(seen) > 0) {
			return loadApart(mine, seen, call);
		}
		for (int tries = 0; tries < MAX_UNUSABLE && this.writer.mayStore(mine);) {
			Acquired acquired;
			try (Place place = this.runs.place(call)) {
				if (place == null) {
					return this.runs.rejected(mine, call);
				}
				acquired = acquire(mine, unusable, call.moment());
				if (acquired == null) {
					break;
				}
				if (acquired.owner()) {
					byte[] replaced = unusable;
					return this.runs.run(mine, call, place, () -> this.leased.load(mine, call, replaced));
				}
				if (acquired.fenced()) {
					return this.runs.run(mine, call, place, () -> this.leased.loadOnly(call));
				}
			}
			byte[] entry = acquired.entry();
			if (entry != null) {
				Found<V> found = this.reader.found(entry);
				if (found != null) {
					return found;
				}
				if (this.reader.othersMillis(entry) > 0) {
					return loadApart(mine, entry, call);
				}
				unusable = entry;
				tries++;
			}
			else if (!this.waiting.turn(mine.signals(), acquired.leftMillis(), call.waitDeadline())) {
				return giveUp(mine, call);
			}
		}
		return loadApart(mine, null, call);
	}

	private @Nullable Acquired acquire(Flight<V> mine, byte @Nullable [] unusable, @Nullable TagMoment moment) {
		try {
			return this.writer.acquire(mine, unusable, true, moment);
		}
		catch (RedisComponentsException ex) {
			this.writer.notAcquired(mine, ex);
			return null;
		}
	}

	/**
	 * Answers a caller whose time is over. One that is to load does so without storing,
	 * once for all callers of this process whose wait timed out: those that wait for a
	 * flight, and the one that leads it and waits for another process. They share the
	 * result, also a failure, because none of them has time for another attempt.
	 */
	private Found<V> giveUp(Flight<V> tooSlow, LoadCall<V> call) {
		Found<V> instead = this.failSafe.gaveUp(call);
		if (instead != null) {
			return instead;
		}
		Flight<V> late = tooSlow;
		while (true) {
			this.flights.leave(late);
			Flight<V> mine = this.flights.create(call.text());
			late = this.flights.enter(mine);
			if (late == mine) {
				return lead(mine, (flight) -> this.runs.run(flight, call, () -> this.leased.loadOnly(call)));
			}
			Found<V> found = this.waiting.join(late, call.lateDeadline());
			Found<V> shared = (found != null) ? shared(late, found, call) : null;
			if (shared != null) {
				return shared;
			}
			if (call.limit().isOver()) {
				return this.failSafe.timedOut(call);
			}
			late.throwFailure();
		}
	}

	private interface Attempt<V> {

		Found<V> run(Flight<V> mine);

	}

}
