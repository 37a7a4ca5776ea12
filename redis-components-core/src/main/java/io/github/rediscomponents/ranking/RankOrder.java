// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ranking;

/**
 * Which score is the best.
 *
 * @since 1.0.0
 */
public enum RankOrder {

	/** The highest, as with points. */
	HIGHEST,

	/** The lowest, as with times of a race. */
	LOWEST

}
