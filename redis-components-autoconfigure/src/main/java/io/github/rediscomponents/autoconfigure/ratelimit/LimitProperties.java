package io.github.rediscomponents.autoconfigure.ratelimit;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.ratelimit.Algorithm;
import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.support.Checks;

/**
 * Properties of one limit.
 */
public class LimitProperties {

	/**
	 * Algorithm: sliding-window, sliding-window-counter, token-bucket, leaky-bucket, gcra
	 * or fixed-window.
	 */
	private String algorithm = "sliding-window";

	/**
	 * How many permits there are per period.
	 */
	private @Nullable Long limit;

	/**
	 * Period over which the limit counts.
	 */
	private @Nullable Duration period;

	/**
	 * How many permits a full bucket holds; the limit if not set.
	 */
	private @Nullable Long burst;

	public String getAlgorithm() {
		return this.algorithm;
	}

	public void setAlgorithm(String algorithm) {
		this.algorithm = algorithm;
	}

	public @Nullable Long getLimit() {
		return this.limit;
	}

	public void setLimit(@Nullable Long limit) {
		this.limit = limit;
	}

	public @Nullable Duration getPeriod() {
		return this.period;
	}

	public void setPeriod(@Nullable Duration period) {
		this.period = period;
	}

	public @Nullable Long getBurst() {
		return this.burst;
	}

	public void setBurst(@Nullable Long burst) {
		this.burst = burst;
	}

	Limit toLimit() {
		long permits = Checks.notNull("limit", this.limit);
		return Limit.of(Algorithm.of(this.algorithm), permits, Checks.notNull("period", this.period), this.burst);
	}

}
