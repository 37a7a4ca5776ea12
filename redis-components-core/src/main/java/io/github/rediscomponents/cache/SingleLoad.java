package io.github.rediscomponents.cache;

import java.util.List;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;

/**
 * Gets one missing value: joins whoever in this process is getting it, or takes the lease
 * and loads, or waits for the process that has the lease.
 *
 * @param <V> the type of the values
 */
final class SingleLoad<V> {

	/** How many unusable entries that differ from each other are looked at. */
	private static final int MAX_UNUSABLE = 8;

	private final CacheCore<V> core;

	private final CacheEnvironment env;

	private final Flights<V> flights;

	private final Entries<V> entries;

	SingleLoad(CacheCore<V> core, CacheEnvironment env, Entries<V> entries) {
		this.core = core;
		this.env = env;
		this.flights = core.flights();
		this.entries = entries;
	}

	/**
	 * Gets a value that was not in Redis.
	 * @param seen what was there but cannot be used, or null
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
	 * Loads without storing, and remembers it here.
	 * @param entry what must be left in its place, else null
	 */
	private Outcome<V> loadApart(Flight<V> mine, byte @Nullable [] entry, ValueSource<V> source) {
		Outcome<V> outcome = new Outcome<>(call(mine.text(), source));
		this.core.remember(mine, outcome, entry);
		return outcome;
	}

	private @Nullable V join(String text, ValueSource<V> source, Attempt<V> attempt) {
		this.core.reentrance().check(text);
		long deadline = System.nanoTime() + this.core.settings().waitTimeout().toNanos();
		while (true) {
			Flight<V> mine = this.core.newFlight(text);
			Flight<V> running = this.flights.enter(mine);
			if (running == mine) {
				return lead(mine, deadline, attempt);
			}
			Outcome<V> outcome = await(running, deadline);
			if (outcome != null) {
				return outcome.value();
			}
			if (System.nanoTime() - deadline >= 0) {
				return loadLate(running, text, source);
			}
		}
	}

	private @Nullable V lead(Flight<V> mine, long deadline, Attempt<V> attempt) {
		try {
			Outcome<V> outcome = attempt.run(mine, deadline);
			mine.finish(outcome);
			return outcome.value();
		}
		finally {
			mine.finish(null);
			this.flights.leave(mine);
		}
	}

	private Outcome<V> obtain(Flight<V> mine, byte @Nullable [] seen, ValueSource<V> source, long deadline) {
		byte[] unusable = seen;
		if (this.core.reader().othersMillis(seen) > 0) {
			return loadApart(mine, seen, source);
		}
		for (int tries = 0; tries < MAX_UNUSABLE && this.core.mayStore(mine);) {
			Acquired acquired;
			try {
				acquired = this.entries.acquire(mine, unusable, true);
			}
			catch (RedisComponentsException ex) {
				this.env.goesOnWithout(this.core.name(), ex);
				this.entries.releaseIfUnsure(mine, ex);
				break;
			}
			byte[] entry = acquired.entry();
			if (acquired.owner()) {
				return leased(mine, source);
			}
			else if (entry != null) {
				Outcome<V> outcome = this.core.reader().outcome(entry);
				if (outcome != null) {
					return outcome;
				}
				if (this.core.reader().othersMillis(entry) > 0) {
					return loadApart(mine, entry, source);
				}
				unusable = entry;
				tries++;
			}
			else if (!Waiting.turn(this.core, mine.signals(), acquired.leftMillis(), deadline)) {
				return new Outcome<>(loadLate(mine, mine.text(), source));
			}
		}
		return loadApart(mine, null, source);
	}

	/**
	 * Loads and stores under a lease that was acquired.
	 */
	Outcome<V> leased(Flight<V> mine, ValueSource<V> source) {
		LeaseExtension<V> extension = LeaseExtension.start(this.env, this.core.settings(), this.entries, List.of(mine));
		long began = System.nanoTime();
		boolean loaded = false;
		V value;
		byte[][] args;
		try {
			value = call(mine.text(), source);
			args = this.entries.fillArgs(mine, value, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
			loaded = true;
		}
		finally {
			extension.close();
			if (!loaded) {
				this.entries.release(mine);
			}
		}
		try {
			if (this.core.isCurrent(mine)) {
				this.entries.fill(mine, args);
			}
			else {
				this.entries.refused();
				this.entries.release(mine);
			}
		}
		catch (RedisComponentsException ex) {
			this.env.goesOnWithout(this.core.name(), ex);
			this.core.remember(mine, new Outcome<>(value), null);
		}
		return new Outcome<>(value);
	}

	private @Nullable Outcome<V> await(Flight<V> running, long deadline) {
		return Waiting.join(this.core, running, deadline);
	}

	/**
	 * Loads without storing, once for all in this process whose patience ended, those who
	 * wait for a flight as well as the one who leads it and waits for another process.
	 * They share what comes of it, also a failure: nobody of them has time for another
	 * try.
	 */
	private @Nullable V loadLate(Flight<V> tooSlow, String text, ValueSource<V> source) {
		Waiting.failIfWanted(this.core);
		Flight<V> late = tooSlow;
		while (true) {
			this.flights.leave(late);
			Flight<V> mine = this.core.newFlight(text);
			late = this.flights.enter(mine);
			long deadline = System.nanoTime() + this.core.settings().maxLoadTime().toNanos();
			if (late == mine) {
				return lead(mine, deadline, (flight, until) -> new Outcome<>(callForAll(flight, source)));
			}
			Outcome<V> outcome = await(late, deadline);
			if (outcome != null) {
				return outcome.value();
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
		return this.core.call(List.of(text), source);
	}

	private interface Attempt<V> {

		Outcome<V> run(Flight<V> mine, long deadline);

	}

}
