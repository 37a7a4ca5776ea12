// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.counter;

import java.time.Duration;
import java.time.ZoneId;

import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.counter.ViewCounterSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the view counter.
 *
 * @param enabled Whether to provide a view counter.
 * @param zone Zone in which a day begins and ends.
 * @param exact Whether each view is counted in Redis before the call returns.
 * @param flushInterval Time between two batches of a process, which is what a crash may
 * lose.
 * @param minuteRetention Time for which a minute is kept after its end.
 * @param hourRetention Time for which an hour is kept after its end.
 * @param dayRetention Time for which a day is kept after its end.
 * @param maxPages Number of pages that a minute, an hour and a day list; views of others
 * count for the name only.
 * @param maxPendingPages Number of pages whose views wait in a process; views of others
 * count for the name only.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = ViewCounterProperties.PREFIX, ignoreUnknownFields = false)
public record ViewCounterProperties(@DefaultValue("true") boolean enabled, @DefaultValue("UTC") ZoneId zone,
		@DefaultValue("false") boolean exact, @DefaultValue("1s") Duration flushInterval,
		@DefaultValue("2h") Duration minuteRetention, @DefaultValue("8d") Duration hourRetention,
		@DefaultValue("400d") Duration dayRetention, @DefaultValue("100000") int maxPages,
		@DefaultValue("100000") int maxPendingPages,
		@Nullable String server) implements ComponentProperties<ViewCounterSettings> {

	static final String PREFIX = "redis-components.view-counter";

	@Override
	public ViewCounterSettings toSettings() {
		return ViewCounterSettings.defaults()
			.withZone(this.zone)
			.withExact(this.exact)
			.withFlushInterval(this.flushInterval)
			.withMinuteRetention(this.minuteRetention)
			.withHourRetention(this.hourRetention)
			.withDayRetention(this.dayRetention)
			.withMaxPages(this.maxPages)
			.withMaxPendingPages(this.maxPendingPages);
	}

}
