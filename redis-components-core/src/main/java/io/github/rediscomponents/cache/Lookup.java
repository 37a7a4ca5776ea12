// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import org.jspecify.annotations.Nullable;

/**
 * The content of a cache for a key at one moment.
 *
 * @param state the state of the entry
 * @param value the value when the state is {@link State#FRESH} or {@link State#STALE},
 * null otherwise
 * @param <V> the type of the values
 * @since 1.0.0
 */
public record Lookup<V>(State state, @Nullable V value) {

	/**
	 * Returns whether something usable was found: a value, or the knowledge that there is
	 * none.
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

		/**
		 * A value past its time to live and within the stale window; also one that
		 * {@link LoadingSettings#failSafe} keeps, if it was returned, and one that
		 * {@link LocalCacheSettings#outageWindow} keeps while Redis does not answer.
		 */
		STALE

	}

}
