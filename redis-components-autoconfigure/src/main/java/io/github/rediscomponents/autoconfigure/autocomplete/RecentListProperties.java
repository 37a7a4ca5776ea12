// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.autocomplete;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autocomplete.RecentListSettings;
import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;

/**
 * Properties of recent lists.
 *
 * @param enabled Whether to provide recent lists.
 * @param lists Recent lists by name; each becomes a bean whose name ends with RecentList.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = RecentListProperties.PREFIX, ignoreUnknownFields = false)
public record RecentListProperties(@DefaultValue("true") boolean enabled,
		@DefaultValue Map<String, RecentListEntryProperties> lists,
		@Nullable String server) implements ComponentProperties<Map<String, RecentListSettings>> {

	static final String PREFIX = "redis-components.recent-list";

	@Override
	public Map<String, RecentListSettings> toSettings() {
		PropertySettings.checkNames(PREFIX + ".lists", this.lists.keySet());
		return PropertySettings.checkedAll(PREFIX + ".lists", this.lists, RecentListEntryProperties::toSettings);
	}

}
