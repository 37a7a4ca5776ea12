// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.id;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.id.IdLayout;
import io.github.rediscomponents.id.IdSettings;

/**
 * Properties of the {@code IdWorker}.
 *
 * @param enabled Whether to provide an IdWorker.
 * @param layout Division of the 63 bits of an id between time and sequence.
 * @param epoch Epoch of the time of an id.
 * @param maxAge Longest time for which a reserved block of ids is used, which bounds how
 * far ids of several processes are out of order.
 * @param minBlock Least number of ids to reserve at once.
 * @param maxBlock Largest number of ids to reserve at once.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = IdProperties.PREFIX, ignoreUnknownFields = false)
public record IdProperties(@DefaultValue("true") boolean enabled, @DefaultValue("default") IdLayout layout,
		@DefaultValue("2025-01-01T00:00:00Z") Instant epoch, @DefaultValue("1s") Duration maxAge,
		@DefaultValue("64") int minBlock, @DefaultValue("1048576") int maxBlock,
		@Nullable String server) implements ComponentProperties<IdSettings> {

	static final String PREFIX = "redis-components.id";

	@Override
	public IdSettings toSettings() {
		return IdSettings.defaults()
			.withLayout(this.layout, this.epoch)
			.withMaxAge(this.maxAge)
			.withBlocks(this.minBlock, this.maxBlock);
	}

	@Override
	public Stream<String> restartOnly() {
		return Stream.of("layout", "epoch");
	}

}
