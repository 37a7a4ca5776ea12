// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.rediscomponents.cache.CacheObserver.StaleReason;
import io.github.rediscomponents.cache.LoadingSettings;
import io.github.rediscomponents.cache.flight.BulkSource;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.Flights;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.flight.Signals;
import io.github.rediscomponents.cache.load.BulkAttempt.Busy;
import io.github.rediscomponents.cache.store.CacheStore;
import org.jspecify.annotations.Nullable;

/**
 * Gets many missing values: loads what no other thread or process is loading, waits for
 * the others together until one deadline, and loads in one call what they did not bring.
 *
 * @param <V> the type of the values
 */
public final class BulkLoad<V> {

	private final Flights<V> flights;

	private final BulkAttempt<V> attempt;

	private final Loading<V> loading;

	private final Waiting waiting;

	private final BulkRuns<V> runs;

	private final BulkRescue<V> rescue;

	private final FailSafe failSafe;

	private final CacheStore store;

	public BulkLoad(Flights<V> flights, BulkAttempt<V> attempt, Loading<V> loading, Waiting waiting, BulkRuns<V> runs,
			BulkRescue<V> rescue, FailSafe failSafe, CacheStore store) {
		this.flights = flights;
		this.attempt = attempt;
		this.loading = loading;
		this.waiting = waiting;
		this.runs = runs;
		this.rescue = rescue;
		this.failSafe = failSafe;
		this.store = store;
	}

	/**
	 * Gets values.
	 * @param seen the texts whose values can be stored, with entries that cannot be used
	 * @param apart the texts whose values cannot, because their node does not answer
	 * @param source loads
	 * @param found takes the results, by text
	 */
	public void run(Map<String, byte @Nullable []> seen, Set<String> apart, BulkSource<V> source,
			Map<String, Found<V>> found) {
		BulkState<V> state = new BulkState<>(seen, found);
		Set<String> missing = new LinkedHashSet<>(seen.keySet());
		missing.addAll(apart);
		missing.forEach(this.loading::check);
		this.rescue.coolingDown(missing, state);
		missing.removeAll(found.keySet());
		LoadingSettings loads = this.store.settings().loading();
		TimeLimit limit = TimeLimit.of(loads, !loads.softTimeout().isZero() && this.rescue.hasAll(missing, state));
		run(new Call<>(state, source, new Signals(), limit, limit.or(this.waiting.deadline())), missing, apart);
	}

	private void run(Call<V> call, Set<String> missing, Set<String> apart) {
		List<Flight<V>> tooSlow = List.of();
		while (!missing.isEmpty()) {
			if (Waiting.isOver(call.deadline)) {
				// Later callers need not wait for a flight that was too slow for
				// this one; but one that outlasts a time-out goes on for them.
				if (!call.limit.isOver()) {
					tooSlow.forEach(this.flights::leave);
				}
				loadLate(call, missing);
				return;
			}
			Entered<V> entered = enter(call, missing);
			try {
				lead(call, entered.mine, apart);
			}
			finally {
				this.attempt.end(entered.mine);
			}
			tooSlow = entered.others;
			join(call, tooSlow, call.deadline, false);
			missing.removeAll(call.state.found().keySet());
		}
	}

	private Entered<V> enter(Call<V> call, Set<String> texts) {
		Entered<V> entered = new Entered<>(new ArrayList<>(), new ArrayList<>());
		for (String text : texts) {
			Flight<V> flight = this.flights.create(text, call.signals);
			Flight<V> running = this.flights.enter(flight);
			((running == flight) ? entered.mine : entered.others).add(running);
		}
		return entered;
	}

	private void lead(Call<V> call, List<Flight<V>> mine, Set<String> apart) {
		List<Flight<V>> unstored = mine.stream().filter((flight) -> apart.contains(flight.text())).toList();
		List<Flight<V>> wanted = mine.stream().filter((flight) -> !apart.contains(flight.text())).toList();
		while (!wanted.isEmpty() || !unstored.isEmpty()) {
			List<Flight<V>> stored = wanted;
			List<Flight<V>> loaded = unstored;
			Busy<V> busy = this.runs.run(mine, call.state, call.limit,
					(state) -> this.attempt.run(stored, loaded, state.seen(), true, call.source, state.found()));
			wanted = (busy != null) ? busy.flights() : List.of();
			unstored = List.of();
			if (busy != null && !wanted.isEmpty()
					&& !this.waiting.turn(call.signals, busy.leftMillis(), call.deadline)) {
				return;
			}
		}
	}

	private void join(Call<V> call, List<Flight<V>> others, long until, boolean sharing) {
		for (Flight<V> running : others) {
			Found<V> result = this.waiting.join(running, until);
			if (result != null) {
				share(call, running, result);
			}
			else if (sharing) {
				running.throwFailure();
			}
		}
	}

	private void share(Call<V> call, Flight<V> running, Found<V> result) {
		Found<V> shared = this.flights.isOutdated(running, result) ? null
				: this.failSafe.shared(result, this.rescue.held(running.text(), call.state));
		if (shared != null) {
			call.state.found().put(running.text(), shared);
		}
		else {
			this.flights.leave(running);
		}
	}

	/**
	 * Loads without storing, as a single caller does whose wait timed out, but all in one
	 * call.
	 */
	private void loadLate(Call<V> call, Set<String> missing) {
		if (!call.limit.isOver()) {
			this.rescue.waited(missing, call.state);
		}
		Set<String> late = new LinkedHashSet<>(missing);
		late.removeAll(call.state.found().keySet());
		while (!late.isEmpty()) {
			if (call.limit.isOver()) {
				this.rescue.replace(late, call.state, StaleReason.TIMED_OUT,
						this.failSafe.timedOut(this.store.settings()));
				return;
			}
			long until = call.limit.or(this.waiting.lateDeadline());
			Entered<V> entered = enter(call, late);
			try {
				if (!entered.mine.isEmpty()) {
					loadForAll(call, entered.mine);
				}
			}
			finally {
				this.attempt.end(entered.mine);
			}
			join(call, entered.others, until, true);
			late.removeAll(call.state.found().keySet());
			entered.others.forEach(this.flights::leave);
		}
	}

	private void loadForAll(Call<V> call, List<Flight<V>> mine) {
		try {
			this.runs.run(mine, call.state, call.limit, (state) -> {
				BulkTags tags = new BulkTags(null);
				Map<String, V> loaded = this.loading.callAll(mine, call.source, tags);
				for (Flight<V> flight : mine) {
					Found<V> result = tags.found(flight, loaded);
					state.found().put(flight.text(), result);
					flight.finish(result);
				}
				return null;
			});
		}
		catch (RuntimeException ex) {
			if (mine.stream().noneMatch(Flight::isHandedOver)) {
				Waiting.share(ex, mine);
			}
			throw ex;
		}
	}

	private record Call<V>(BulkState<V> state, BulkSource<V> source, Signals signals, TimeLimit limit, long deadline) {
	}

	private record Entered<V>(List<Flight<V>> mine, List<Flight<V>> others) {
	}

}
