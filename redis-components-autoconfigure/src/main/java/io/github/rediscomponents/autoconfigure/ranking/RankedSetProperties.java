// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.ranking;

import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.ranking.RankedSetSettings;

/**
 * Properties of ranked sets and likes.
 *
 * @param enabled Whether to provide likes and ranked sets.
 * @param sets Ranked sets by name; each becomes a bean whose name ends with RankedSet.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = RankedSetProperties.PREFIX, ignoreUnknownFields = false)
public record RankedSetProperties(@DefaultValue("true") boolean enabled,
		@DefaultValue Map<String, RankedSetEntryProperties> sets,
		@Nullable String server) implements ComponentProperties<Map<String, RankedSetSettings>> {

	static final String PREFIX = "redis-components.ranked-set";

	@Override
	public Map<String, RankedSetSettings> toSettings() {
		return PropertySettings.checkedAll(PREFIX + ".sets", this.sets, RankedSetEntryProperties::toSettings);
	}

	@Override
	public Stream<String> restartOnly() {
		return this.sets.keySet().stream().map((name) -> "sets." + name + ".order");
	}

}
