// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.ratelimit;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.ratelimit.Algorithm;
import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.support.Checks;

/**
 * Properties of one limit.
 *
 * @param algorithm Algorithm: sliding-window, sliding-window-counter, token-bucket,
 * leaky-bucket, gcra or fixed-window.
 * @param limit Number of permits per period.
 * @param period Period of the limit.
 * @param burst Number of permits of a full bucket; the limit if not set.
 * @since 1.0.0
 */
public record LimitProperties(@DefaultValue("sliding-window") String algorithm, @Nullable Long limit,
		@Nullable Duration period, @Nullable Long burst) {

	Limit toLimit() {
		long permits = Checks.notNull("limit", this.limit);
		return Limit.of(Algorithm.of(this.algorithm), permits, Checks.notNull("period", this.period), this.burst);
	}

}
