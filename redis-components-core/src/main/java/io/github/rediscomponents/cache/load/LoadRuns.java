// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.cache.CacheObserver.LoadEvent;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.Flights;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.load.LoadPlaces.Place;
import io.github.rediscomponents.cache.store.CacheReport;
import io.github.rediscomponents.cache.store.CacheStore;
import org.jspecify.annotations.Nullable;

/**
 * Runs the loads that callers wait for, each in one of the places of its cache: on the
 * caller's thread, or on one of its own if the caller has a soft or hard time-out. In the
 * latter case that thread ends the flight, whatever the caller does meanwhile. A load
 * inside a loader runs on the thread and in the place of that one.
 *
 * @param <V> the type of the values
 */
public final class LoadRuns<V> {

	/**
	 * After this time a load that waits without a thread sees that there are more places.
	 */
	private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final LoadPlaces places;

	private final Background background;

	private final Flights<V> flights;

	private final Loading<V> loading;

	private final Waiting waiting;

	private final FailSafe failSafe;

	private final CacheReport report;

	public LoadRuns(Background background, CacheStore store, Flights<V> flights, Loading<V> loading, Waiting waiting,
			FailSafe failSafe, CacheReport report) {
		this.background = background;
		this.places = new LoadPlaces(() -> store.settings().loading().maxConcurrentLoads());
		this.flights = flights;
		this.loading = loading;
		this.waiting = waiting;
		this.failSafe = failSafe;
		this.report = report;
	}

	/**
	 * Takes a place for a load.
	 * @return null if none came free in time
	 */
	@Nullable Place place(LoadCall<V> call) {
		return place(call.settings(), call.limit().at());
	}

	/**
	 * Takes a place for a load.
	 * @param limit until when to wait for it at most
	 */
	@Nullable Place place(CacheSettings settings, long limit) {
		if (this.loading.isInside()) {
			return LoadPlaces.nested();
		}
		long deadline = System.nanoTime() + settings.loading().maxLoadWait().toNanos();
		try {
			return this.places.take((limit - deadline < 0) ? limit : deadline);
		}
		catch (InterruptedException ex) {
			throw this.waiting.interrupted(ex);
		}
	}

	/**
	 * Does what {@link #place(CacheSettings, long)} does without a thread that waits.
	 */
	public CompletableFuture<@Nullable Place> placeLater(CacheSettings settings, long limit) {
		long deadline = System.nanoTime() + settings.loading().maxLoadWait().toNanos();
		CompletableFuture<Place> requested = this.places.request();
		CompletableFuture<@Nullable Place> place = new CompletableFuture<>();
		requested.thenAccept(place::complete);
		awaitPlace(requested, place, (limit - deadline < 0) ? limit : deadline);
		return place;
	}

	private void awaitPlace(CompletableFuture<Place> requested, CompletableFuture<@Nullable Place> place,
			long deadline) {
		long left = deadline - System.nanoTime();
		if (left <= 0 && this.places.withdraw(requested)) {
			place.complete(null);
			return;
		}
		this.places.grant();
		this.waiting.alarm(place, Math.min(left, LOOK_NANOS), () -> awaitPlace(requested, place, deadline));
	}

	/**
	 * Takes a place and runs a load.
	 */
	public Found<V> run(Flight<V> mine, LoadCall<V> call, Supplier<Found<V>> load) {
		try (Place place = place(call)) {
			return (place != null) ? run(mine, call, place, load) : rejected(mine, call);
		}
	}

	/**
	 * Answers in place of a load that found no place.
	 */
	public Found<V> rejected(Flight<V> mine, LoadCall<V> call) {
		Found<V> stale = this.failSafe.rejected(call);
		mine.finish(stale);
		return stale;
	}

	/**
	 * Runs a load.
	 * @param place that was taken for it
	 */
	public Found<V> run(Flight<V> mine, LoadCall<V> call, Place place, Supplier<Found<V>> load) {
		return (call.limit().isSet() && !place.isNested()) ? runApart(mine, call, place.move(), load)
				: runHere(mine, call, load);
	}

	/**
	 * Runs a load on this thread.
	 */
	private Found<V> runHere(Flight<V> mine, LoadCall<V> call, Supplier<Found<V>> load) {
		try {
			return load.get();
		}
		catch (RuntimeException ex) {
			return failed(mine, call, ex);
		}
	}

	/**
	 * Answers in place of a load that failed, also those that wait for the flight.
	 */
	public Found<V> failed(Flight<V> mine, LoadCall<V> call, RuntimeException failure) {
		try {
			Found<V> stale = this.failSafe.failed(call, failure);
			mine.finish(stale);
			return stale;
		}
		catch (RuntimeException ex) {
			Waiting.share(ex, List.of(mine));
			throw ex;
		}
	}

	private Found<V> runApart(Flight<V> mine, LoadCall<V> call, Place place, Supplier<Found<V>> load) {
		AtomicReference<@Nullable Throwable> unshared = new AtomicReference<>();
		mine.handOver(true);
		try {
			CutOff.start(this.background, call.settings().maxLoadTime(), () -> lead(mine, call, load, unshared),
					() -> cut(mine), place::close);
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			// Shutting down, or there is no thread for it.
			mine.handOver(false);
			try {
				return runHere(mine, call, load);
			}
			finally {
				place.close();
			}
		}
		Found<V> found = this.waiting.join(mine, call.limit().at());
		boolean done = mine.isDone();
		if (found == null && done) {
			found = this.waiting.join(mine, call.limit().at());
		}
		if (found != null) {
			return found;
		}
		mine.throwFailure();
		rethrow(unshared.get());
		return done ? this.failSafe.cutOff(call) : this.failSafe.timedOut(call);
	}

	private void lead(Flight<V> mine, LoadCall<V> call, Supplier<Found<V>> load,
			AtomicReference<@Nullable Throwable> unshared) {
		try {
			mine.finish(runHere(mine, call, load));
		}
		catch (RuntimeException | Error ex) {
			if (!mine.isDone()) {
				unshared.set(ex);
			}
		}
		finally {
			end(mine);
		}
	}

	private void cut(Flight<V> mine) {
		this.report.loading(LoadEvent.INTERRUPTED);
		end(mine);
	}

	private void end(Flight<V> mine) {
		mine.finish(null);
		this.flights.leave(mine);
	}

	private static void rethrow(@Nullable Throwable failure) {
		if (failure instanceof RuntimeException unchecked) {
			throw unchecked;
		}
		if (failure instanceof Error error) {
			throw error;
		}
	}

}
