package io.github.rediscomponents.autoconfigure.autocomplete;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autocomplete.RecentListSettings;

/**
 * Properties of one recent list.
 *
 * @param length Most texts of one owner.
 * @param ttl Time after which an unused list is forgotten; never if not set.
 */
public record RecentListEntryProperties(@DefaultValue("100") int length, @Nullable Duration ttl) {

	RecentListSettings toSettings() {
		return new RecentListSettings(this.length, this.ttl);
	}

}
