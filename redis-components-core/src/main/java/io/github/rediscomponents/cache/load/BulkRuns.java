// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.cache.CacheObserver.LoadEvent;
import io.github.rediscomponents.cache.CacheObserver.StaleReason;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.Flights;
import io.github.rediscomponents.cache.load.LoadPlaces.Place;
import io.github.rediscomponents.cache.store.CacheReport;
import io.github.rediscomponents.cache.store.CacheStore;
import org.jspecify.annotations.Nullable;

/**
 * Runs the loads of many values that callers wait for, as {@link LoadRuns} does those of
 * one. One that fails, is too slow or finds no place gives the older values if there is
 * one for each key that it was to load, else an exception.
 *
 * @param <V> the type of the values
 */
public final class BulkRuns<V> {

	private final Background background;

	private final CacheStore store;

	private final Flights<V> flights;

	private final LoadRuns<V> runs;

	private final Waiting waiting;

	private final BulkRescue<V> rescue;

	private final FailSafe failSafe;

	private final CacheReport report;

	public BulkRuns(Background background, CacheStore store, Flights<V> flights, LoadRuns<V> runs, Waiting waiting,
			BulkRescue<V> rescue, FailSafe failSafe, CacheReport report) {
		this.background = background;
		this.store = store;
		this.flights = flights;
		this.runs = runs;
		this.waiting = waiting;
		this.rescue = rescue;
		this.failSafe = failSafe;
		this.report = report;
	}

	/**
	 * Runs a load.
	 * @param mine the flights that it is to end, and others whose values are found
	 * @param state takes the results
	 * @param limit when the caller goes on without it
	 * @return what the load returns; null if older values were found instead
	 */
	public <T> @Nullable T run(List<Flight<V>> mine, BulkState<V> state, TimeLimit limit,
			Function<BulkState<V>, @Nullable T> load) {
		CacheSettings settings = this.store.settings();
		try (Place place = this.runs.place(settings, limit.at())) {
			if (place == null) {
				this.rescue.replace(BulkRescue.texts(mine), state, StaleReason.REJECTED,
						this.failSafe.rejection(settings.loading()));
				return null;
			}
			return (limit.isSet() && !place.isNested()) ? runApart(mine, state, limit, place.move(), load)
					: runHere(mine, state, load);
		}
	}

	private <T> @Nullable T runHere(List<Flight<V>> mine, BulkState<V> state,
			Function<BulkState<V>, @Nullable T> load) {
		try {
			return load.apply(state);
		}
		catch (RuntimeException ex) {
			this.rescue.failed(mine, state, ex);
			return null;
		}
	}

	private <T> @Nullable T runApart(List<Flight<V>> mine, BulkState<V> state, TimeLimit limit, Place place,
			Function<BulkState<V>, @Nullable T> load) {
		CacheSettings settings = this.store.settings();
		BulkState<V> copy = state.copy();
		CompletableFuture<Outcome<T>> outcome = new CompletableFuture<>();
		handOver(mine, true);
		try {
			CutOff.start(this.background, settings.maxLoadTime(), () -> lead(mine, copy, outcome, load),
					() -> cut(mine, outcome), place::close);
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			// Shutting down, or there is no thread for it.
			handOver(mine, false);
			try {
				return runHere(mine, state, load);
			}
			finally {
				place.close();
			}
		}
		Outcome<T> known = await(mine, outcome, limit);
		if (known.end != End.ENDED) {
			this.rescue.replace(BulkRescue.texts(mine), state, StaleReason.TIMED_OUT,
					(known.end == End.CUT) ? this.failSafe.cutOff(settings) : this.failSafe.timedOut(settings));
			return null;
		}
		handOver(mine, false);
		state.add(copy);
		if (known.failure instanceof Error error) {
			throw error;
		}
		if (known.failure instanceof RuntimeException failure) {
			this.rescue.failed(mine, state, failure);
		}
		return known.result;
	}

	private <T> Outcome<T> await(List<Flight<V>> mine, CompletableFuture<Outcome<T>> outcome, TimeLimit limit) {
		Outcome<T> abandoned = new Outcome<>(End.ABANDONED, null, null);
		try {
			return outcome.get(limit.at() - System.nanoTime(), TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			outcome.complete(abandoned);
			return outcome.join();
		}
		catch (InterruptedException ex) {
			if (!outcome.complete(abandoned) && outcome.join().end == End.ENDED) {
				handOver(mine, false);
			}
			throw this.waiting.interrupted(ex);
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("An outcome is never completed exceptionally", ex);
		}
	}

	private <T> void lead(List<Flight<V>> mine, BulkState<V> copy, CompletableFuture<Outcome<T>> outcome,
			Function<BulkState<V>, @Nullable T> load) {
		Outcome<T> ended;
		try {
			ended = new Outcome<>(End.ENDED, load.apply(copy), null);
		}
		catch (RuntimeException | Error ex) {
			ended = new Outcome<>(End.ENDED, null, ex);
		}
		if (!outcome.complete(ended)) {
			if (ended.failure instanceof RuntimeException failure) {
				this.rescue.remember(mine, copy, failure);
			}
			end(mine);
		}
	}

	private <T> void cut(List<Flight<V>> mine, CompletableFuture<Outcome<T>> outcome) {
		this.report.loading(LoadEvent.INTERRUPTED);
		outcome.complete(new Outcome<>(End.CUT, null, null));
		end(mine);
	}

	private void end(List<Flight<V>> mine) {
		for (Flight<V> flight : mine) {
			flight.finish(null);
			this.flights.leave(flight);
		}
	}

	private void handOver(List<Flight<V>> mine, boolean changed) {
		mine.forEach((flight) -> flight.handOver(changed));
	}

	private enum End {

		/** The load ended in time, whose flights its caller ends. */
		ENDED,

		/** The caller went on without it; the load ends its flights. */
		ABANDONED,

		/** It was interrupted. */
		CUT

	}

	private record Outcome<T>(End end, @Nullable T result, @Nullable Throwable failure) {
	}

}
