package io.github.rediscomponents.cache;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The flights of one cache that callers may join. A detached flight goes on for those who
 * are in it, but nobody joins it any more.
 *
 * @param <V> the type of the values
 */
final class Flights<V> {

	private final Map<String, Flight<V>> byText = new ConcurrentHashMap<>();

	/**
	 * Enters a flight, unless there is one to join.
	 * @return the given flight, or the one to join
	 */
	Flight<V> enter(Flight<V> mine) {
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

	boolean contains(String text) {
		return this.byText.containsKey(text);
	}

	/**
	 * Whether callers would join a flight, because nothing detached it.
	 */
	boolean isJoinable(Flight<V> flight) {
		return this.byText.get(flight.text()) == flight;
	}

	void leave(Flight<V> flight) {
		this.byText.remove(flight.text(), flight);
	}

	/**
	 * A lease was given back or its value stored: who waits for it looks again.
	 */
	void wake(String text) {
		Flight<V> known = this.byText.get(text);
		if (known != null) {
			known.signal();
		}
	}

	/**
	 * What is being loaded for a key may be outdated.
	 */
	void detach(String text) {
		Flight<V> known = this.byText.remove(text);
		if (known != null) {
			known.signal();
		}
	}

	void detachAll() {
		for (String text : this.byText.keySet()) {
			detach(text);
		}
	}

}
