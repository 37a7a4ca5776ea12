package io.github.rediscomponents.social;

import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Set;

import io.github.rediscomponents.support.Checks;

/**
 * Settings of one {@link RankedSet}.
 *
 * @param order which score is the best; belongs to what is stored, so a set that has
 * members refuses another one
 * @param periods for which windows there are rankings, at least one
 * @param zone where days, weeks and months begin and end
 * @param keep how many windows of a period that are over are kept, 0 to 366
 * @param minScore the least score, at least -(2^53 - 1)
 * @param maxScore the greatest score, at most 2^53 - 1
 * @param operationWindow for how long the operation ids of callers are remembered, 1
 * second to 30 days
 */
public record RankedSetSettings(RankOrder order, Set<Period> periods, ZoneId zone, int keep, long minScore,
		long maxScore, Duration operationWindow) {

	/** Up to this every integer is exact in Redis, 2^53 - 1. */
	public static final long MAX_SCORE = (1L << 53) - 1;

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of its range; its message begins
	 * with {@code ranked-set.} and the property's name
	 */
	public RankedSetSettings {
		Checks.notNull("ranked-set.order", order);
		Checks.isTrue(!Checks.notNull("ranked-set.periods", periods).isEmpty(),
				"ranked-set.periods must have at least one");
		periods = Set.copyOf(periods);
		Checks.notNull("ranked-set.zone", zone);
		Checks.between("ranked-set.keep", keep, 0, 366);
		Checks.between("ranked-set.min-score", minScore, -MAX_SCORE, MAX_SCORE);
		Checks.between("ranked-set.max-score", maxScore, minScore, MAX_SCORE);
		Checks.between("ranked-set.operation-window", operationWindow, Duration.ofSeconds(1), Duration.ofDays(30));
	}

	/**
	 * The highest score first, of all time, every score that is exact; days begin at
	 * midnight in UTC, one window that is over is kept, operation ids for ten minutes.
	 * @return the settings
	 */
	public static RankedSetSettings defaults() {
		return new RankedSetSettings(RankOrder.HIGHEST, Set.of(Period.TOTAL), ZoneOffset.UTC, 1, -MAX_SCORE, MAX_SCORE,
				Duration.ofMinutes(10));
	}

	public RankedSetSettings withOrder(RankOrder other) {
		return new RankedSetSettings(other, this.periods, this.zone, this.keep, this.minScore, this.maxScore,
				this.operationWindow);
	}

	public RankedSetSettings withPeriods(Period... others) {
		return new RankedSetSettings(this.order, Set.of(others), this.zone, this.keep, this.minScore, this.maxScore,
				this.operationWindow);
	}

	public RankedSetSettings withZone(ZoneId other) {
		return new RankedSetSettings(this.order, this.periods, other, this.keep, this.minScore, this.maxScore,
				this.operationWindow);
	}

	public RankedSetSettings withKeep(int other) {
		return new RankedSetSettings(this.order, this.periods, this.zone, other, this.minScore, this.maxScore,
				this.operationWindow);
	}

	public RankedSetSettings withScores(long min, long max) {
		return new RankedSetSettings(this.order, this.periods, this.zone, this.keep, min, max, this.operationWindow);
	}

	public RankedSetSettings withOperationWindow(Duration other) {
		return new RankedSetSettings(this.order, this.periods, this.zone, this.keep, this.minScore, this.maxScore,
				other);
	}

}
