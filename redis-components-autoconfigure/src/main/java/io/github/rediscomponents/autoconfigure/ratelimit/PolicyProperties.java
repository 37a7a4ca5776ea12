// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.ratelimit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.ratelimit.OnRedisFailure;
import io.github.rediscomponents.ratelimit.RatePolicy;
import io.github.rediscomponents.support.Checks;

/**
 * Properties of one policy: a single limit, or a list of them.
 *
 * @param algorithm Algorithm: sliding-window, sliding-window-counter, token-bucket,
 * leaky-bucket, gcra or fixed-window.
 * @param limit Number of permits per period.
 * @param period Period of the limit.
 * @param burst Number of permits of a full bucket; the limit if not set.
 * @param limits Several limits that must all admit an attempt, instead of a single one.
 * @param onRedisFailure Decision while Redis cannot be reached.
 * @param localShare Part of each limit that this process admits by itself while Redis
 * cannot be reached, above 0 and at most 1; required for on-redis-failure local.
 * @param localRejections Longest time for which a refusal is repeated without calling
 * Redis; 0 calls Redis for each attempt.
 * @param server Name of the Redis, one of redis-components.servers; that of the component
 * if not set.
 * @since 1.0.0
 */
public record PolicyProperties(@DefaultValue("sliding-window") String algorithm, @Nullable Long limit,
		@Nullable Duration period, @Nullable Long burst, @DefaultValue List<LimitProperties> limits,
		@DefaultValue("fail") OnRedisFailure onRedisFailure, @Nullable Double localShare,
		@DefaultValue("0s") Duration localRejections, @Nullable String server) {

	RatePolicy toPolicy(String name, String prefix) {
		Checks.isTrue(this.onRedisFailure != OnRedisFailure.LOCAL || this.localShare != null,
				"local-share must be set for on-redis-failure local");
		return new RatePolicy(name, toLimits(prefix), this.onRedisFailure,
				(this.localShare != null) ? this.localShare : 1, this.localRejections);
	}

	private List<Limit> toLimits(String prefix) {
		if (this.limits.isEmpty()) {
			return List.of(new LimitProperties(this.algorithm, this.limit, this.period, this.burst).toLimit());
		}
		Checks.isTrue(this.limit == null && this.period == null && this.burst == null,
				"limits must not be combined with limit, period or burst");
		List<Limit> converted = new ArrayList<>();
		for (int i = 0; i < this.limits.size(); i++) {
			converted.add(PropertySettings.checked(prefix + ".limits[" + i + "]", this.limits.get(i)::toLimit));
		}
		return converted;
	}

}
