// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.counter;

import java.time.Duration;
import java.time.ZoneId;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.counter.UniqueCounterSettings;

/**
 * Properties of the unique counter.
 *
 * @param enabled Whether to provide a unique counter.
 * @param zone Zone in which a day begins and ends.
 * @param exactLimit Number of members up to which a day is counted exactly.
 * @param retention Time for which the count of a day is kept after its end.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = UniqueCounterProperties.PREFIX, ignoreUnknownFields = false)
public record UniqueCounterProperties(@DefaultValue("true") boolean enabled, @DefaultValue("UTC") ZoneId zone,
		@DefaultValue("" + UniqueCounterSettings.MAX_EXACT) int exactLimit, @DefaultValue("400d") Duration retention,
		@Nullable String server) implements ComponentProperties<UniqueCounterSettings> {

	static final String PREFIX = "redis-components.unique-counter";

	@Override
	public UniqueCounterSettings toSettings() {
		return UniqueCounterSettings.defaults()
			.withZone(this.zone)
			.withExactLimit(this.exactLimit)
			.withRetention(this.retention);
	}

}
