package io.github.rediscomponents.cache;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.LeasedLoad.Busy;

/**
 * Gets many missing values: loads what nobody else is loading, waits for the others
 * together until one deadline, and loads in one call what they did not bring.
 *
 * @param <V> the type of the values
 */
final class BulkWait<V> {

	private final CacheCore<V> core;

	private final BulkSource<V> source;

	private final Map<String, byte @Nullable []> seen;

	private final Map<String, Outcome<V>> outcomes;

	private final Semaphore signals = new Semaphore(0);

	private final long deadline;

	/**
	 * Begins to wait.
	 * @param core the cache
	 * @param source loads
	 * @param seen entries that cannot be used, by text
	 * @param outcomes takes what came of it, by text
	 */
	BulkWait(CacheCore<V> core, BulkSource<V> source, Map<String, byte @Nullable []> seen,
			Map<String, Outcome<V>> outcomes) {
		this.core = core;
		this.source = source;
		this.seen = seen;
		this.outcomes = outcomes;
		this.deadline = System.nanoTime() + core.settings().waitTimeout().toNanos();
	}

	/**
	 * Gets values.
	 * @param stored what can be stored
	 * @param apart what cannot, because its node does not answer
	 */
	void run(Set<String> stored, Set<String> apart) {
		Set<String> missing = new LinkedHashSet<>(stored);
		missing.addAll(apart);
		missing.forEach(this.core.reentrance()::check);
		List<Flight<V>> tooSlow = List.of();
		while (!missing.isEmpty()) {
			if (System.nanoTime() - this.deadline >= 0) {
				// Whoever is too slow for this caller is not waited for any longer.
				tooSlow.forEach(this.core.flights()::leave);
				loadLate(missing);
				return;
			}
			Entered<V> entered = enter(missing);
			try {
				lead(entered.mine, apart);
			}
			finally {
				this.core.leasedLoad().end(entered.mine);
			}
			tooSlow = entered.others;
			join(tooSlow, this.deadline, false);
			missing.removeAll(this.outcomes.keySet());
		}
	}

	private Entered<V> enter(Set<String> texts) {
		Entered<V> entered = new Entered<>(new ArrayList<>(), new ArrayList<>());
		for (String text : texts) {
			Flight<V> flight = this.core.newFlight(text, this.signals);
			Flight<V> running = this.core.flights().enter(flight);
			((running == flight) ? entered.mine : entered.others).add(running);
		}
		return entered;
	}

	private void lead(List<Flight<V>> mine, Set<String> apart) {
		List<Flight<V>> unstored = mine.stream().filter((flight) -> apart.contains(flight.text())).toList();
		List<Flight<V>> wanted = mine.stream().filter((flight) -> !apart.contains(flight.text())).toList();
		while (!wanted.isEmpty() || !unstored.isEmpty()) {
			Busy<V> busy = this.core.leasedLoad().run(wanted, unstored, this.seen, true, this.source, this.outcomes);
			wanted = busy.flights();
			unstored = List.of();
			if (!wanted.isEmpty() && !Waiting.turn(this.core, this.signals, busy.leftMillis(), this.deadline)) {
				return;
			}
		}
	}

	private void join(List<Flight<V>> others, long until, boolean sharing) {
		for (Flight<V> running : others) {
			Outcome<V> outcome = Waiting.join(this.core, running, until);
			if (outcome != null) {
				this.outcomes.put(running.text(), outcome);
			}
			else if (sharing) {
				running.throwFailure();
			}
		}
	}

	/**
	 * Loads without storing, as a single caller does whose patience ended, but all in one
	 * call.
	 */
	private void loadLate(Set<String> missing) {
		Waiting.failIfWanted(this.core);
		Set<String> late = new LinkedHashSet<>(missing);
		while (!late.isEmpty()) {
			long until = System.nanoTime() + this.core.settings().maxLoadTime().toNanos();
			Entered<V> entered = enter(late);
			try {
				if (!entered.mine.isEmpty()) {
					loadForAll(entered.mine);
				}
			}
			finally {
				this.core.leasedLoad().end(entered.mine);
			}
			join(entered.others, until, true);
			late.removeAll(this.outcomes.keySet());
			entered.others.forEach(this.core.flights()::leave);
		}
	}

	private void loadForAll(List<Flight<V>> mine) {
		try {
			Map<String, V> loaded = this.core.leasedLoad().load(mine, this.source);
			for (Flight<V> flight : mine) {
				Outcome<V> outcome = new Outcome<>(loaded.get(flight.text()));
				this.outcomes.put(flight.text(), outcome);
				flight.finish(outcome);
			}
		}
		catch (RuntimeException ex) {
			Waiting.share(ex, mine);
			throw ex;
		}
	}

	private record Entered<V>(List<Flight<V>> mine, List<Flight<V>> others) {
	}

}
