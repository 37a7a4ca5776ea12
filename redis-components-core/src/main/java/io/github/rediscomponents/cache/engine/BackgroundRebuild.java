// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.cache.CacheObserver.LoadEvent;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.entry.Acquired;
import io.github.rediscomponents.cache.flight.BulkSource;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.Flights;
import io.github.rediscomponents.cache.load.BulkAttempt;
import io.github.rediscomponents.cache.load.CutOff;
import io.github.rediscomponents.cache.load.FailSafe;
import io.github.rediscomponents.cache.load.LeasedLoad;
import io.github.rediscomponents.cache.load.LoadCall;
import io.github.rediscomponents.cache.store.CacheReport;
import io.github.rediscomponents.cache.store.CacheStore;
import io.github.rediscomponents.cache.store.EntryReader;
import io.github.rediscomponents.cache.store.EntryWriter;
import io.github.rediscomponents.support.FailureLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces stale entries, and fresh ones early, in the background, each by one process.
 *
 * @param <V> the type of the values
 */
final class BackgroundRebuild<V> {

	private static final Logger logger = LoggerFactory.getLogger(BackgroundRebuild.class);

	/** Pause of this process while another one rebuilds. */
	static final long PAUSE_MILLIS = 250;

	static final long PAUSE_AFTER_FAILURE_MILLIS = 1000;

	private final Background background;

	private final CacheStore store;

	private final Flights<V> flights;

	private final EntryReader<V> reader;

	private final EntryWriter<V> writer;

	private final LeasedLoad<V> leased;

	private final BulkAttempt<V> attempt;

	private final FailSafe failSafe;

	private final CacheReport report;

	private final AtomicInteger running = new AtomicInteger();

	private volatile @Nullable StageRebuild<V> inStages;

	BackgroundRebuild(Background background, CacheStore store, Flights<V> flights, EntryReader<V> reader,
			EntryWriter<V> writer, LeasedLoad<V> leased, BulkAttempt<V> attempt, FailSafe failSafe,
			CacheReport report) {
		this.background = background;
		this.store = store;
		this.flights = flights;
		this.reader = reader;
		this.writer = writer;
		this.leased = leased;
		this.attempt = attempt;
		this.failSafe = failSafe;
		this.report = report;
	}

	/**
	 * Takes what rebuilds by loaders in stages.
	 */
	void inStages(StageRebuild<V> rebuild) {
		this.inStages = rebuild;
	}

	/**
	 * Starts to replace an entry, unless that is under way, or failed or could not be
	 * stored a moment ago. Does not wait.
	 * @param early whether the entry is still fresh
	 */
	void start(byte[] entry, LoadCall<V> call, boolean early) {
		if (this.flights.contains(call.text()) || isPaused(call.text(), call.settings()) || !begin()) {
			return;
		}
		Flight<V> mine = this.flights.create(call.text());
		if (this.flights.enter(mine) != mine) {
			this.running.decrementAndGet();
			return;
		}
		StageRebuild<V> inStages = this.inStages;
		if (inStages != null && call.stages() != null) {
			inStages.run(mine, entry, call, early, (pause) -> {
				this.running.decrementAndGet();
				end(mine, pause);
			});
		}
		else {
			execute(() -> run(mine, entry, call, early), List.of(mine));
		}
	}

	/**
	 * Does the same for many entries with one load.
	 */
	void startAll(Map<String, byte @Nullable []> stale, BulkSource<V> source) {
		CacheSettings settings = this.store.settings();
		List<String> due = stale.keySet().stream().filter((text) -> !isPaused(text, settings)).toList();
		if (due.stream().allMatch(this.flights::contains) || !begin()) {
			return;
		}
		List<Flight<V>> mine = new ArrayList<>(stale.size());
		for (String text : due) {
			Flight<V> flight = this.flights.create(text);
			if (!this.flights.contains(text) && this.flights.enter(flight) == flight) {
				mine.add(flight);
			}
		}
		execute(() -> runAll(mine, stale, source), mine);
	}

	private boolean isPaused(String text, CacheSettings settings) {
		return this.leased.isPaused(text) || this.failSafe.isCoolingDown(text, settings);
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
			CutOff.start(this.background, this.store.settings().maxLoadTime(), rebuild, () -> {
				this.report.loading(LoadEvent.INTERRUPTED);
				flights.forEach((flight) -> end(flight, 0));
			}, this.running::decrementAndGet);
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
			failed(mine, ex);
		}
		finally {
			for (Flight<V> flight : mine) {
				end(flight, flight.isDone() ? 0 : pause);
			}
		}
	}

	private void failed(List<Flight<V>> mine, RuntimeException failure) {
		mine.forEach((flight) -> this.failSafe.remember(flight.text(), failure, this.store.settings()));
		this.report.rebuildFailed(failure);
	}

	private void run(Flight<V> mine, byte[] old, LoadCall<V> call, boolean early) {
		// Also after an error, which goes on to the worker.
		long pause = PAUSE_AFTER_FAILURE_MILLIS;
		try {
			Acquired acquired = acquire(mine, old, call);
			if (acquired != null) {
				replace(mine, old, call, acquired, early);
				pause = acquired.owner() || acquired.entry() != null ? 0
						: Math.min(PAUSE_MILLIS, acquired.leftMillis());
			}
		}
		catch (RuntimeException ex) {
			failed(List.of(mine), ex);
		}
		finally {
			end(mine, pause);
		}
	}

	/**
	 * Tries to get the right to load.
	 * @return null if Redis did not answer
	 */
	private @Nullable Acquired acquire(Flight<V> mine, byte[] old, LoadCall<V> call) {
		try {
			return this.writer.acquire(mine, old, false, call.moment());
		}
		catch (RedisComponentsException ex) {
			// No failure of the loader: the next caller that needs a value loads.
			this.writer.notAcquired(mine, ex);
			return null;
		}
	}

	private void replace(Flight<V> mine, byte[] old, LoadCall<V> call, Acquired acquired, boolean early) {
		byte[] entry = acquired.entry();
		if (acquired.owner()) {
			if (early) {
				this.report.loading(LoadEvent.EARLY_REFRESH);
			}
			mine.finish(this.leased.load(mine, call, old));
		}
		else if (entry != null) {
			mine.finish(this.reader.found(entry));
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
				FailureLog.debug(logger, ex, "Shut down while rebuilding");
			}
		}
		this.flights.leave(mine);
	}

}
