// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link RecentListSettings}.
 */
record RecentListSettingsValues(int length, @Nullable Duration ttl) implements RecentListSettings {

	static final RecentListSettingsValues DEFAULTS = new RecentListSettingsValues(100, null);

	RecentListSettingsValues {
		Checks.between("recent-list.length", length, 1, MAX_LENGTH);
		if (ttl != null) {
			Checks.between("recent-list.ttl", ttl, Duration.ofSeconds(1), Duration.ofDays(3660));
		}
	}

	@Override
	public RecentListSettings withLength(int other) {
		return new RecentListSettingsValues(other, this.ttl);
	}

	@Override
	public RecentListSettings withTtl(@Nullable Duration other) {
		return new RecentListSettingsValues(this.length, other);
	}

}
