// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.ranking;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.ranking.Period;
import io.github.rediscomponents.ranking.RankOrder;
import io.github.rediscomponents.ranking.RankedSetSettings;

/**
 * Properties of one ranked set.
 *
 * @param order Which score is the best.
 * @param periods Periods with a ranking of their own for each window.
 * @param zone Time zone in which days, weeks and months begin and end.
 * @param keep Number of past windows of each period to keep.
 * @param minScore Least score.
 * @param maxScore Greatest score.
 * @param operationWindow Time for which the operation ids of callers are remembered.
 * @param server Name of the Redis, one of redis-components.servers; that of the component
 * if not set.
 * @since 1.0.0
 */
public record RankedSetEntryProperties(@DefaultValue("highest") RankOrder order,
		@DefaultValue("total") Set<Period> periods, @DefaultValue("Z") ZoneId zone, @DefaultValue("1") int keep,
		@DefaultValue("-" + RankedSetSettings.MAX_SCORE) long minScore,
		@DefaultValue("" + RankedSetSettings.MAX_SCORE) long maxScore, @DefaultValue("10m") Duration operationWindow,
		@Nullable String server) {

	RankedSetSettings toSettings() {
		return RankedSetSettings.defaults()
			.withOrder(this.order)
			.withPeriods(this.periods)
			.withZone(this.zone)
			.withKeep(this.keep)
			.withScores(this.minScore, this.maxScore)
			.withOperationWindow(this.operationWindow);
	}

}
