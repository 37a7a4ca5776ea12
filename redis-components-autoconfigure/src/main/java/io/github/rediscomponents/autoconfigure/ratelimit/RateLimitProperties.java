// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.ratelimit;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.ratelimit.RateLimitSettings;
import io.github.rediscomponents.ratelimit.RatePolicy;

/**
 * Properties of the {@code RateLimiter}.
 *
 * @param enabled Whether to provide a RateLimiter.
 * @param policies Policies by name.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = RateLimitProperties.PREFIX, ignoreUnknownFields = false)
public record RateLimitProperties(@DefaultValue("true") boolean enabled,
		@DefaultValue Map<String, PolicyProperties> policies,
		@Nullable String server) implements ComponentProperties<RateLimitSettings> {

	/** Prefix of the names. */
	public static final String PREFIX = "redis-components.rate-limit";

	@Override
	public RateLimitSettings toSettings() {
		Map<String, RatePolicy> converted = new LinkedHashMap<>();
		this.policies.forEach((name, properties) -> {
			String prefix = PREFIX + ".policies." + name;
			converted.put(name, PropertySettings.checked(prefix, () -> properties.toPolicy(name, prefix)));
		});
		return RateLimitSettings.defaults().withPolicies(converted);
	}

}
