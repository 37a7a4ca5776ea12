// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ranking;

import java.util.Map;

/**
 * A member's scores after a change.
 *
 * @param byPeriod the score in the present window of each period that the set keeps
 * @since 1.0.0
 */
public record Scores(Map<Period, Long> byPeriod) {

	public Scores {
		byPeriod = Map.copyOf(byPeriod);
	}

	/**
	 * The score in one window.
	 * @param period the period
	 * @return the score
	 * @throws IllegalArgumentException if the set does not keep that period
	 */
	public long in(Period period) {
		Long score = this.byPeriod.get(period);
		if (score == null) {
			throw new IllegalArgumentException("period must be one that is kept, was " + period);
		}
		return score;
	}

	/**
	 * The score of all time.
	 * @return the score
	 * @throws IllegalArgumentException if the set does not keep {@link Period#TOTAL}
	 */
	public long total() {
		return in(Period.TOTAL);
	}

}
