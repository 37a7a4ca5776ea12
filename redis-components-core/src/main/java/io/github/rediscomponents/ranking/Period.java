// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ranking;

/**
 * The period of a window of scores. A window begins and ends at midnight of the
 * {@linkplain RankedSetSettings#zone() zone} of its set.
 *
 * @since 1.0.0
 */
public enum Period {

	/** All time: one window that never ends. */
	TOTAL,

	/** A day. */
	DAY,

	/** A week of ISO 8601, from Monday on. */
	WEEK,

	/** A month. */
	MONTH

}
