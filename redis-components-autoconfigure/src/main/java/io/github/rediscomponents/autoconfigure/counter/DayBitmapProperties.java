// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.counter;

import java.time.Duration;
import java.time.ZoneId;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.counter.DayBitmapSettings;

/**
 * Properties of the day bitmaps.
 *
 * @param enabled Whether to provide day bitmaps.
 * @param zone Zone in which a day begins and ends.
 * @param checkInMonths Number of months that a calendar of check-ins keeps.
 * @param activeRetention Time for which a day of active users is kept after its end.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = DayBitmapProperties.PREFIX, ignoreUnknownFields = false)
public record DayBitmapProperties(@DefaultValue("true") boolean enabled, @DefaultValue("UTC") ZoneId zone,
		@DefaultValue("25") int checkInMonths, @DefaultValue("400d") Duration activeRetention,
		@Nullable String server) implements ComponentProperties<DayBitmapSettings> {

	static final String PREFIX = "redis-components.day-bitmap";

	@Override
	public DayBitmapSettings toSettings() {
		return DayBitmapSettings.defaults()
			.withZone(this.zone)
			.withCheckInMonths(this.checkInMonths)
			.withActiveRetention(this.activeRetention);
	}

}
