// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.cache.entry.Acquired;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.Flights;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.flight.ValueSource;

/**
 * Gets one missing value: joins the thread of this process that is getting it, or takes
 * the lease and loads, or waits for the process that has the lease.
 *
 * @param <V> the type of the values
 */
final class SingleLoad<V> {

	/** How many unusable entries that differ from each other are looked at. */
	static final int MAX_UNUSABLE = 8;

	private final Flights<V> flights;

	private final EntryReader<V> reader;

	private final EntryWriter<V> writer;

	private final Remembered<V> remembered;

	private final LeasedLoad<V> leased;

	private final Loading loading;

	private final Waiting waiting;

	private final CacheReport report;

	SingleLoad(Flights<V> flights, EntryReader<V> reader, EntryWriter<V> writer, Remembered<V> remembered,
			LeasedLoad<V> leased, Loading loading, Waiting waiting, CacheReport report) {
		this.flights = flights;
		this.reader = reader;
		this.writer = writer;
		this.remembered = remembered;
		this.leased = leased;
		this.loading = loading;
		this.waiting = waiting;
		this.report = report;
	}

	/**
	 * Gets a value that was not in Redis.
	 * @param seen an entry that was there and cannot be used, or null
	 */
	@Nullable V load(String text, byte @Nullable [] seen, ValueSource<V> source) {
		return join(text, source, (mine, deadline) -> obtain(mine, seen, source, deadline));
	}

	/**
	 * Gets a value while Redis does not answer.
	 */
	@Nullable V loadWithoutRedis(String text, ValueSource<V> source) {
		return join(text, source, (mine, deadline) -> loadApart(mine, null, source));
	}

	/**
	 * Loads without storing, and remembers the value in this process.
	 * @param entry an entry that must be left in its place, else null
	 */
	private Found<V> loadApart(Flight<V> mine, byte @Nullable [] entry, ValueSource<V> source) {
		Found<V> found = new Found<>(call(mine.text(), source));
		this.remembered.put(mine, found, entry);
		return found;
	}

	private @Nullable V join(String text, ValueSource<V> source, Attempt<V> attempt) {
		this.loading.check(text);
		long deadline = this.waiting.deadline();
		while (true) {
			Flight<V> mine = this.flights.create(text);
			Flight<V> running = this.flights.enter(mine);
			if (running == mine) {
				return lead(mine, deadline, attempt);
			}
			Found<V> found = this.waiting.join(running, deadline);
			if (found != null) {
				return found.value();
			}
			if (Waiting.isOver(deadline)) {
				return loadLate(running, text, source);
			}
		}
	}

	private @Nullable V lead(Flight<V> mine, long deadline, Attempt<V> attempt) {
		try {
			Found<V> found = attempt.run(mine, deadline);
			mine.finish(found);
			return found.value();
		}
		finally {
			mine.finish(null);
			this.flights.leave(mine);
		}
	}

	private Found<V> obtain(Flight<V> mine, byte @Nullable [] seen, ValueSource<V> source, long deadline) {
		byte[] unusable = seen;
		if (this.reader.othersMillis(seen) > 0) {
			return loadApart(mine, seen, source);
		}
		for (int tries = 0; tries < MAX_UNUSABLE && this.writer.mayStore(mine);) {
			Acquired acquired;
			try {
				acquired = this.writer.acquire(mine, unusable, true);
			}
			catch (RedisComponentsException ex) {
				this.report.goesOnWithout(ex);
				this.writer.releaseIfUnsure(mine, ex);
				break;
			}
			byte[] entry = acquired.entry();
			if (acquired.owner()) {
				return this.leased.load(mine, source);
			}
			else if (entry != null) {
				Found<V> found = this.reader.found(entry);
				if (found != null) {
					return found;
				}
				if (this.reader.othersMillis(entry) > 0) {
					return loadApart(mine, entry, source);
				}
				unusable = entry;
				tries++;
			}
			else if (!this.waiting.turn(mine.signals(), acquired.leftMillis(), deadline)) {
				return new Found<>(loadLate(mine, mine.text(), source));
			}
		}
		return loadApart(mine, null, source);
	}

	/**
	 * Loads without storing, once for all callers of this process whose wait timed out:
	 * those that wait for a flight, and the one that leads it and waits for another
	 * process. They share the result, also a failure, because none of them has time for
	 * another attempt.
	 */
	private @Nullable V loadLate(Flight<V> tooSlow, String text, ValueSource<V> source) {
		this.waiting.failIfWanted();
		Flight<V> late = tooSlow;
		while (true) {
			this.flights.leave(late);
			Flight<V> mine = this.flights.create(text);
			late = this.flights.enter(mine);
			long deadline = this.waiting.lateDeadline();
			if (late == mine) {
				return lead(mine, deadline, (flight, until) -> new Found<>(callForAll(flight, source)));
			}
			Found<V> found = this.waiting.join(late, deadline);
			if (found != null) {
				return found.value();
			}
			late.throwFailure();
		}
	}

	private @Nullable V callForAll(Flight<V> mine, ValueSource<V> source) {
		try {
			return call(mine.text(), source);
		}
		catch (RuntimeException ex) {
			Waiting.share(ex, List.of(mine));
			throw ex;
		}
	}

	private @Nullable V call(String text, ValueSource<V> source) {
		return this.loading.call(List.of(text), source);
	}

	private interface Attempt<V> {

		Found<V> run(Flight<V> mine, long deadline);

	}

}
