// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.autocomplete;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autocomplete.RecentListSettings;

/**
 * Properties of one recent list.
 *
 * @param length Maximum number of texts of one owner.
 * @param ttl Time after which an unused list is deleted; never if not set.
 * @param server Name of the Redis, one of redis-components.servers; that of the component
 * if not set.
 * @since 1.0.0
 */
public record RecentListEntryProperties(@DefaultValue("100") int length, @Nullable Duration ttl,
		@Nullable String server) {

	RecentListSettings toSettings() {
		return RecentListSettings.defaults().withLength(this.length).withTtl(this.ttl);
	}

}
