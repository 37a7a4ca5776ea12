// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.semaphore;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.semaphore.SemaphoreSettings;

/**
 * Properties of the {@code DistributedSemaphore}.
 *
 * @param enabled Whether to provide a DistributedSemaphore.
 * @param lease Time after which the permit of a dead holder is free; a live holder renews
 * it every third of that time.
 * @param pollBound Longest time between two attempts of a waiter whose wake-up message is
 * lost.
 * @param driftMargin Safety margin subtracted from each lease for clock drift, as a
 * fraction of the lease.
 * @param semaphores Semaphores by name.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = SemaphoreProperties.PREFIX, ignoreUnknownFields = false)
public record SemaphoreProperties(@DefaultValue("true") boolean enabled, @DefaultValue("30s") Duration lease,
		@DefaultValue("500ms") Duration pollBound, @DefaultValue("0.01") double driftMargin,
		@DefaultValue Map<String, SemaphoreEntryProperties> semaphores,
		@Nullable String server) implements ComponentProperties<SemaphoreSettings> {

	static final String PREFIX = "redis-components.semaphore";

	@Override
	public SemaphoreSettings toSettings() {
		return SemaphoreSettings.defaults()
			.withLease(this.lease)
			.withPollBound(this.pollBound)
			.withDriftMargin(this.driftMargin)
			.withSemaphores(PropertySettings.checkedAll(PREFIX + ".semaphores", this.semaphores,
					SemaphoreEntryProperties::toOptions));
	}

}
