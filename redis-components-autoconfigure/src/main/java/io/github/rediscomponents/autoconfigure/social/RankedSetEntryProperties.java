package io.github.rediscomponents.autoconfigure.social;

import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.Set;

import io.github.rediscomponents.social.Period;
import io.github.rediscomponents.social.RankOrder;
import io.github.rediscomponents.social.RankedSetSettings;

/**
 * Properties of one ranked set.
 */
public class RankedSetEntryProperties {

	/**
	 * Which score is the best.
	 */
	private RankOrder order = RankOrder.HIGHEST;

	/**
	 * Periods for whose windows there are rankings.
	 */
	private Set<Period> periods = EnumSet.of(Period.TOTAL);

	/**
	 * Time zone in which days, weeks and months begin and end.
	 */
	private ZoneId zone = ZoneOffset.UTC;

	/**
	 * Number of windows of each period that are kept when they are over.
	 */
	private int keep = 1;

	/**
	 * Least score.
	 */
	private long minScore = -RankedSetSettings.MAX_SCORE;

	/**
	 * Greatest score.
	 */
	private long maxScore = RankedSetSettings.MAX_SCORE;

	/**
	 * Time for which the operation ids of callers are remembered.
	 */
	private Duration operationWindow = Duration.ofMinutes(10);

	public RankOrder getOrder() {
		return this.order;
	}

	public void setOrder(RankOrder order) {
		this.order = order;
	}

	public Set<Period> getPeriods() {
		return this.periods;
	}

	public void setPeriods(Set<Period> periods) {
		this.periods = periods;
	}

	public ZoneId getZone() {
		return this.zone;
	}

	public void setZone(ZoneId zone) {
		this.zone = zone;
	}

	public int getKeep() {
		return this.keep;
	}

	public void setKeep(int keep) {
		this.keep = keep;
	}

	public long getMinScore() {
		return this.minScore;
	}

	public void setMinScore(long minScore) {
		this.minScore = minScore;
	}

	public long getMaxScore() {
		return this.maxScore;
	}

	public void setMaxScore(long maxScore) {
		this.maxScore = maxScore;
	}

	public Duration getOperationWindow() {
		return this.operationWindow;
	}

	public void setOperationWindow(Duration operationWindow) {
		this.operationWindow = operationWindow;
	}

	RankedSetSettings toSettings() {
		return new RankedSetSettings(this.order, this.periods, this.zone, this.keep, this.minScore, this.maxScore,
				this.operationWindow);
	}

}
