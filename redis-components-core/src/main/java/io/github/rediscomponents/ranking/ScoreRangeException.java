// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ranking;

import io.github.rediscomponents.RedisComponentsException;

/**
 * An increment would have led out of the range of scores of a ranked set, in one of its
 * windows at least. Nothing was changed in any of them.
 *
 * @since 1.0.0
 */
public final class ScoreRangeException extends RedisComponentsException {

	private static final long serialVersionUID = 1L;

	private final long score;

	private final long increment;

	private final long minScore;

	private final long maxScore;

	ScoreRangeException(String set, long score, long increment, long minScore, long maxScore) {
		super("Ranked set '" + set + "' has scores from " + minScore + " to " + maxScore + ": " + score
				+ " cannot be changed by " + increment, null);
		this.score = score;
		this.increment = increment;
		this.minScore = minScore;
		this.maxScore = maxScore;
	}

	/**
	 * The score that stays.
	 * @return the present score in the window that rejected the change; 0 if the member
	 * has none
	 */
	public long score() {
		return this.score;
	}

	/**
	 * Returns the rejected increment.
	 * @return the increment
	 */
	public long increment() {
		return this.increment;
	}

	/**
	 * The least score of the set.
	 * @return the limit
	 */
	public long minScore() {
		return this.minScore;
	}

	/**
	 * The greatest score of the set.
	 * @return the limit
	 */
	public long maxScore() {
		return this.maxScore;
	}

}
