// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ranking;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Set;

/**
 * Settings of one {@link RankedSet}. Immutable: each {@code with} method returns a
 * changed copy, and throws an {@link IllegalArgumentException} that names the property if
 * a value is out of its range.
 *
 * @since 1.0.0
 */
public sealed interface RankedSetSettings permits RankedSetSettingsValues {

	/** Up to this every integer is exact in Redis, 2^53 - 1. */
	long MAX_SCORE = (1L << 53) - 1;

	/**
	 * The highest score first, of all time, every score that is exact; days begin at
	 * midnight in UTC, one window that is over is kept, operation ids for ten minutes.
	 * @return the settings
	 */
	static RankedSetSettings defaults() {
		return RankedSetSettingsValues.DEFAULTS;
	}

	/**
	 * The best score; part of the stored data, so a set that has members refuses another
	 * one.
	 */
	RankOrder order();

	/** For which windows there are rankings, at least one. */
	Set<Period> periods();

	/** The zone in which days, weeks and months begin and end. */
	ZoneId zone();

	/** How many windows of a period that are over are kept, 0 to 366. */
	int keep();

	/** The least score, at least -(2^53 - 1). */
	long minScore();

	/** The greatest score, at most 2^53 - 1. */
	long maxScore();

	/**
	 * For how long the operation ids of callers are remembered, 1 second to 30 days.
	 */
	Duration operationWindow();

	RankedSetSettings withOrder(RankOrder order);

	RankedSetSettings withPeriods(Period... periods);

	RankedSetSettings withPeriods(Set<Period> periods);

	RankedSetSettings withZone(ZoneId zone);

	RankedSetSettings withKeep(int keep);

	RankedSetSettings withScores(long min, long max);

	RankedSetSettings withOperationWindow(Duration operationWindow);

}
