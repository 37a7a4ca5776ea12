// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.cache.entry.Acquired;
import io.github.rediscomponents.cache.flight.BulkSource;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.Flights;
import io.github.rediscomponents.cache.flight.ValueSource;

/**
 * Replaces stale entries in the background, each by one process.
 *
 * @param <V> the type of the values
 */
final class BackgroundRebuild<V> {

	private static final Logger logger = LoggerFactory.getLogger(BackgroundRebuild.class);

	/** Pause of this process while another one rebuilds. */
	private static final long PAUSE_MILLIS = 250;

	private static final long PAUSE_AFTER_FAILURE_MILLIS = 1000;

	private final Background background;

	private final CacheStore store;

	private final Flights<V> flights;

	private final EntryReader<V> reader;

	private final EntryWriter<V> writer;

	private final LeasedLoad<V> leased;

	private final BulkAttempt<V> attempt;

	private final CacheReport report;

	private final AtomicInteger running = new AtomicInteger();

	BackgroundRebuild(Background background, CacheStore store, Flights<V> flights, EntryReader<V> reader,
			EntryWriter<V> writer, LeasedLoad<V> leased, BulkAttempt<V> attempt, CacheReport report) {
		this.background = background;
		this.store = store;
		this.flights = flights;
		this.reader = reader;
		this.writer = writer;
		this.leased = leased;
		this.attempt = attempt;
		this.report = report;
	}

	/**
	 * Starts to replace a stale entry, unless that is under way. Does not wait.
	 */
	void start(String text, byte[] stale, ValueSource<V> source) {
		if (this.flights.contains(text) || !begin()) {
			return;
		}
		Flight<V> mine = this.flights.create(text);
		if (this.flights.enter(mine) != mine) {
			this.running.decrementAndGet();
			return;
		}
		execute(() -> run(mine, stale, source), List.of(mine));
	}

	/**
	 * Does the same for many entries with one load.
	 */
	void startAll(Map<String, byte @Nullable []> stale, BulkSource<V> source) {
		if (stale.keySet().stream().allMatch(this.flights::contains) || !begin()) {
			return;
		}
		List<Flight<V>> mine = new ArrayList<>(stale.size());
		for (String text : stale.keySet()) {
			Flight<V> flight = this.flights.create(text);
			if (!this.flights.contains(text) && this.flights.enter(flight) == flight) {
				mine.add(flight);
			}
		}
		execute(() -> runAll(mine, stale, source), mine);
	}

	/**
	 * Counts one more, if that many may run. The stale values are served meanwhile, and
	 * the next caller that reads them tries again.
	 */
	private boolean begin() {
		int most = this.store.settings().maxRebuilds();
		return this.running.getAndUpdate((now) -> (now < most) ? now + 1 : now) < most;
	}

	private void execute(Runnable rebuild, List<Flight<V>> flights) {
		try {
			this.background.workers().execute(() -> {
				try {
					rebuild.run();
				}
				finally {
					this.running.decrementAndGet();
				}
			});
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			// Shut down, or there is no thread for it.
			this.running.decrementAndGet();
			flights.forEach((flight) -> end(flight, 0));
		}
	}

	private void runAll(List<Flight<V>> mine, Map<String, byte @Nullable []> stale, BulkSource<V> source) {
		long pause = PAUSE_AFTER_FAILURE_MILLIS;
		try {
			this.attempt.run(mine, List.of(), new HashMap<>(stale), false, source, new HashMap<>());
			pause = PAUSE_MILLIS;
		}
		catch (RuntimeException ex) {
			this.report.rebuildFailed(ex);
		}
		finally {
			for (Flight<V> flight : mine) {
				end(flight, flight.isDone() ? 0 : pause);
			}
		}
	}

	private void run(Flight<V> mine, byte[] stale, ValueSource<V> source) {
		// Also after an error, which is none of this one's business.
		long pause = PAUSE_AFTER_FAILURE_MILLIS;
		try {
			Acquired acquired = this.writer.acquire(mine, stale, false);
			byte[] entry = acquired.entry();
			if (acquired.owner()) {
				mine.finish(this.leased.load(mine, source));
			}
			else if (entry != null) {
				mine.finish(this.reader.found(entry));
			}
			pause = acquired.owner() || entry != null ? 0 : Math.min(PAUSE_MILLIS, acquired.leftMillis());
		}
		catch (RuntimeException ex) {
			this.report.rebuildFailed(ex);
		}
		finally {
			end(mine, pause);
		}
	}

	/**
	 * Ends a flight; while it pauses it can be replaced by a caller that needs a value,
	 * but not by another rebuild.
	 */
	private void end(Flight<V> mine, long pauseMillis) {
		mine.finish(null);
		if (pauseMillis > 0) {
			try {
				this.background.timer().schedule(() -> this.flights.leave(mine), pauseMillis, TimeUnit.MILLISECONDS);
				return;
			}
			catch (RejectedExecutionException ex) {
				logger.debug("Shut down while rebuilding", ex);
			}
		}
		this.flights.leave(mine);
	}

}
