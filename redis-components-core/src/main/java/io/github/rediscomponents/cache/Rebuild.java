package io.github.rediscomponents.cache;

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

import io.github.rediscomponents.support.FailureLog;

/**
 * Replaces stale entries in the background, each by one process.
 *
 * @param <V> the type of the values
 */
final class Rebuild<V> {

	private static final Logger logger = LoggerFactory.getLogger(Rebuild.class);

	/** For how long nobody here tries again while another process rebuilds. */
	private static final long PAUSE_MILLIS = 250;

	private static final long PAUSE_AFTER_FAILURE_MILLIS = 1000;

	private final CacheCore<V> core;

	private final CacheEnvironment env;

	private final Flights<V> flights;

	private final Entries<V> entries;

	private final SingleLoad<V> loads;

	private final AtomicInteger running = new AtomicInteger();

	Rebuild(CacheCore<V> core, CacheEnvironment env, Entries<V> entries, SingleLoad<V> loads) {
		this.core = core;
		this.env = env;
		this.flights = core.flights();
		this.entries = entries;
		this.loads = loads;
	}

	/**
	 * Sees to it that a stale entry is replaced, unless somebody does already. Does not
	 * wait.
	 */
	void start(String text, byte[] stale, ValueSource<V> source) {
		if (this.flights.contains(text) || !begin()) {
			return;
		}
		Flight<V> mine = this.core.newFlight(text);
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
			Flight<V> flight = this.core.newFlight(text);
			if (!this.flights.contains(text) && this.flights.enter(flight) == flight) {
				mine.add(flight);
			}
		}
		execute(() -> runAll(mine, stale, source), mine);
	}

	/**
	 * Counts one more, if that many may run. The stale values are served meanwhile, and
	 * the next one who reads them tries again.
	 */
	private boolean begin() {
		int most = this.core.settings().maxRebuilds();
		return this.running.getAndUpdate((now) -> (now < most) ? now + 1 : now) < most;
	}

	private void execute(Runnable rebuild, List<Flight<V>> flights) {
		try {
			this.env.background.workers().execute(() -> {
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
			this.core.leasedLoad().run(mine, List.of(), new HashMap<>(stale), false, source, new HashMap<>());
			pause = PAUSE_MILLIS;
		}
		catch (RuntimeException ex) {
			logger.debug("Rebuilding values of cache '{}' failed; the stale ones stay", this.core.name(),
					FailureLog.describable(ex));
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
			Acquired acquired = this.entries.acquire(mine, stale, false);
			byte[] entry = acquired.entry();
			if (acquired.owner()) {
				mine.finish(this.loads.leased(mine, source));
			}
			else if (entry != null) {
				mine.finish(this.core.reader().outcome(entry));
			}
			pause = acquired.owner() || entry != null ? 0 : Math.min(PAUSE_MILLIS, acquired.leftMillis());
		}
		catch (RuntimeException ex) {
			logger.debug("Rebuilding a value of cache '{}' failed, the stale one stays", this.core.name(),
					FailureLog.describable(ex));
		}
		finally {
			end(mine, pause);
		}
	}

	/**
	 * Ends a flight; while it pauses it can be replaced by a caller who needs a value,
	 * but not by another rebuild.
	 */
	private void end(Flight<V> mine, long pauseMillis) {
		mine.finish(null);
		if (pauseMillis > 0) {
			try {
				this.env.background.timer()
					.schedule(() -> this.flights.leave(mine), pauseMillis, TimeUnit.MILLISECONDS);
				return;
			}
			catch (RejectedExecutionException ex) {
				logger.debug("Shut down while rebuilding", ex);
			}
		}
		this.flights.leave(mine);
	}

}
