package io.github.rediscomponents.cache;

import java.util.List;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.cache.CacheWaitException.Reason;

/**
 * Gets one missing value: joins whoever in this process is getting it, or takes the lease
 * and loads, or waits for the process that has the lease.
 *
 * @param <V> the type of the values
 */
final class SingleLoad<V> {

	/** After which a waiting process looks again when no message came. */
	private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	/** The same while messages cannot come, because the subscription is being made. */
	private static final long POLL_UNSUBSCRIBED_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

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
		return join(text, source, (mine, deadline) -> new Outcome<>(call(text, source)));
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
		for (int tries = 0; tries < MAX_UNUSABLE && this.core.mayStore(mine);) {
			Acquired acquired;
			try {
				acquired = this.entries.acquire(mine, unusable, true);
			}
			catch (RedisComponentsException ex) {
				this.env.goesOnWithout(this.core.name(), ex);
				// The script may have been executed all the same.
				this.entries.release(mine);
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
				unusable = entry;
				tries++;
			}
			else if (!awaitTurn(mine, acquired.leftMillis(), deadline)) {
				return new Outcome<>(loadLate(mine, mine.text(), source));
			}
		}
		return new Outcome<>(call(mine.text(), source));
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
		}
		return new Outcome<>(value);
	}

	/**
	 * Waits for the process that has the lease.
	 * @return false if there is no time left
	 */
	private boolean awaitTurn(Flight<V> mine, long leftMillis, long deadline) {
		long left = deadline - System.nanoTime();
		if (left <= 0) {
			return false;
		}
		long poll = this.env.events.isSubscribed() ? POLL_NANOS : POLL_UNSUBSCRIBED_NANOS;
		long lease = TimeUnit.MILLISECONDS.toNanos(leftMillis + 1);
		try {
			mine.awaitSignal(Math.min(left, Math.min(poll, lease)));
			return true;
		}
		catch (InterruptedException ex) {
			throw interrupted(ex);
		}
	}

	private @Nullable Outcome<V> await(Flight<V> running, long deadline) {
		try {
			return running.await(deadline);
		}
		catch (InterruptedException ex) {
			throw interrupted(ex);
		}
	}

	/**
	 * Loads without storing, once for all in this process whose patience ended, those who
	 * wait for a flight as well as the one who leads it and waits for another process.
	 */
	private @Nullable V loadLate(Flight<V> tooSlow, String text, ValueSource<V> source) {
		failIfWanted();
		this.flights.leave(tooSlow);
		long deadline = System.nanoTime() + this.core.settings().maxLoadTime().toNanos();
		Flight<V> mine = this.core.newFlight(text);
		Flight<V> running = this.flights.enter(mine);
		if (running == mine) {
			return lead(mine, deadline, (flight, until) -> new Outcome<>(call(text, source)));
		}
		Outcome<V> outcome = await(running, deadline);
		return (outcome != null) ? outcome.value() : call(text, source);
	}

	private @Nullable V call(String text, ValueSource<V> source) {
		return this.core.call(List.of(text), source);
	}

	private void failIfWanted() {
		if (this.core.settings().onWaitTimeout() == OnWaitTimeout.FAIL) {
			throw new CacheWaitException(this.core.name(), Reason.TIMED_OUT, null);
		}
	}

	private CacheWaitException interrupted(InterruptedException cause) {
		Thread.currentThread().interrupt();
		return new CacheWaitException(this.core.name(), Reason.INTERRUPTED, cause);
	}

	private interface Attempt<V> {

		Outcome<V> run(Flight<V> mine, long deadline);

	}

}
