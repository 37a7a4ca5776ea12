package io.github.rediscomponents.autoconfigure.social;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Set;

import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.social.Period;
import io.github.rediscomponents.social.RankOrder;
import io.github.rediscomponents.social.RankedSetSettings;

/**
 * Properties of one ranked set.
 *
 * @param order Which score is the best.
 * @param periods Periods for whose windows there are rankings.
 * @param zone Time zone in which days, weeks and months begin and end.
 * @param keep Number of windows of each period that are kept when they are over.
 * @param minScore Least score.
 * @param maxScore Greatest score.
 * @param operationWindow Time for which the operation ids of callers are remembered.
 */
public record RankedSetEntryProperties(@DefaultValue("highest") RankOrder order,
		@DefaultValue("total") Set<Period> periods, @DefaultValue("Z") ZoneId zone, @DefaultValue("1") int keep,
		@DefaultValue("-" + RankedSetSettings.MAX_SCORE) long minScore,
		@DefaultValue("" + RankedSetSettings.MAX_SCORE) long maxScore, @DefaultValue("10m") Duration operationWindow) {

	RankedSetSettings toSettings() {
		return new RankedSetSettings(this.order, this.periods, this.zone, this.keep, this.minScore, this.maxScore,
				this.operationWindow);
	}

}
