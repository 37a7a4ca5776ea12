// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.flight;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.github.rediscomponents.cache.entry.Generation;
import io.github.rediscomponents.cache.entry.TagTicks;
import io.github.rediscomponents.cache.entry.Tagged;

/**
 * The flights of one cache that callers may join. A detached flight goes on for the
 * callers in it, and no further caller joins it.
 *
 * @param <V> the type of the values
 * @since 1.0.0
 */
public final class Flights<V> {

	private final Map<String, Flight<V>> byText = new ConcurrentHashMap<>();

	private final Generation generation;

	private final TagTicks ticks;

	private final Supplier<byte[]> tokens;

	/**
	 * No flights yet.
	 * @param generation of the cache
	 * @param ticks of the cache's tags
	 * @param tokens gives each flight one that identifies its lease
	 */
	public Flights(Generation generation, TagTicks ticks, Supplier<byte[]> tokens) {
		this.generation = generation;
		this.ticks = ticks;
		this.tokens = tokens;
	}

	/**
	 * Creates a flight with signals of its own.
	 */
	public Flight<V> create(String text) {
		return create(text, new Signals());
	}

	/**
	 * Creates a flight.
	 * @param text the key's text
	 * @param signals tell the leader to look again
	 */
	public Flight<V> create(String text, Signals signals) {
		return new Flight<>(text, this.tokens.get(), this.generation.known(), this.ticks.now(), signals);
	}

	/**
	 * Returns whether no clear came since a flight began, as far as this process knows.
	 */
	public boolean isCurrent(Flight<V> flight) {
		return flight.generation() == this.generation.visible();
	}

	/**
	 * Returns whether a tag of what a flight found was invalidated since it began. A
	 * caller that joined it may have started after that.
	 */
	public boolean isOutdated(Flight<V> flight, Found<V> found) {
		Tagged tags = found.tags();
		return tags != null && this.ticks.changed(tags.ids(), flight.tick());
	}

	/**
	 * Enters a flight, unless there is one to join.
	 * @return the given flight, or the one to join
	 */
	public Flight<V> enter(Flight<V> mine) {
		while (true) {
			Flight<V> known = this.byText.putIfAbsent(mine.text(), mine);
			if (known == null) {
				return mine;
			}
			if (!known.isAbandoned()) {
				return known;
			}
			this.byText.remove(mine.text(), known);
		}
	}

	public boolean contains(String text) {
		return this.byText.containsKey(text);
	}

	/**
	 * Returns whether callers would join a flight, because nothing detached it.
	 */
	public boolean isJoinable(Flight<V> flight) {
		return this.byText.get(flight.text()) == flight;
	}

	public void leave(Flight<V> flight) {
		this.byText.remove(flight.text(), flight);
	}

	/**
	 * A lease was given back or its value stored: a caller that waits for it looks again.
	 */
	public void wake(String text) {
		Flight<V> known = this.byText.get(text);
		if (known != null) {
			known.signal();
		}
	}

	/**
	 * What is being loaded for a key may be outdated.
	 */
	public void detach(String text) {
		Flight<V> known = this.byText.remove(text);
		if (known != null) {
			known.signal();
		}
	}

	public void detachAll() {
		for (String text : this.byText.keySet()) {
			detach(text);
		}
	}

}
