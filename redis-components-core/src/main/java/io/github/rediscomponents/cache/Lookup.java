package io.github.rediscomponents.cache;

import org.jspecify.annotations.Nullable;

/**
 * What a cache holds for a key at one moment.
 *
 * @param state what was found
 * @param value the value when the state is {@link State#FRESH} or {@link State#STALE},
 * null otherwise
 * @param <V> the type of the values
 */
public record Lookup<V>(State state, @Nullable V value) {

	/**
	 * Whether something usable was found: a value, or the knowledge that there is none.
	 * @return false only for {@link State#MISS}
	 */
	public boolean isHit() {
		return this.state != State.MISS;
	}

	/** What a lookup can find. */
	public enum State {

		/** Nothing, or nothing that this cache can read. */
		MISS,

		/** The cached knowledge that there is no value. */
		NULL,

		/** A value within its time to live. */
		FRESH,

		/** A value past its time to live and within the stale window. */
		STALE

	}

}
