// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ranking;

import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Set;

import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link RankedSetSettings}.
 */
record RankedSetSettingsValues(RankOrder order, Set<Period> periods, ZoneId zone, int keep, long minScore,
		long maxScore, Duration operationWindow) implements RankedSetSettings {

	static final RankedSetSettingsValues DEFAULTS = new RankedSetSettingsValues(RankOrder.HIGHEST, Set.of(Period.TOTAL),
			ZoneOffset.UTC, 1, -MAX_SCORE, MAX_SCORE, Duration.ofMinutes(10));

	RankedSetSettingsValues {
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

	@Override
	public RankedSetSettings withOrder(RankOrder other) {
		return new RankedSetSettingsValues(other, this.periods, this.zone, this.keep, this.minScore, this.maxScore,
				this.operationWindow);
	}

	@Override
	public RankedSetSettings withPeriods(Period... others) {
		return withPeriods(Set.of(others));
	}

	@Override
	public RankedSetSettings withPeriods(Set<Period> others) {
		return new RankedSetSettingsValues(this.order, others, this.zone, this.keep, this.minScore, this.maxScore,
				this.operationWindow);
	}

	@Override
	public RankedSetSettings withZone(ZoneId other) {
		return new RankedSetSettingsValues(this.order, this.periods, other, this.keep, this.minScore, this.maxScore,
				this.operationWindow);
	}

	@Override
	public RankedSetSettings withKeep(int other) {
		return new RankedSetSettingsValues(this.order, this.periods, this.zone, other, this.minScore, this.maxScore,
				this.operationWindow);
	}

	@Override
	public RankedSetSettings withScores(long min, long max) {
		return new RankedSetSettingsValues(this.order, this.periods, this.zone, this.keep, min, max,
				this.operationWindow);
	}

	@Override
	public RankedSetSettings withOperationWindow(Duration other) {
		return new RankedSetSettingsValues(this.order, this.periods, this.zone, this.keep, this.minScore, this.maxScore,
				other);
	}

}
