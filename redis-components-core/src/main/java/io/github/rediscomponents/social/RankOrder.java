package io.github.rediscomponents.social;

/**
 * Which score is the best.
 */
public enum RankOrder {

	/** The highest, as with points. */
	HIGHEST,

	/** The lowest, as with times of a race. */
	LOWEST

}
