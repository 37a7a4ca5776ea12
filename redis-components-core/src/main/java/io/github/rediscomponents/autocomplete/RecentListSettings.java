// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link RecentList}. Immutable: each {@code with} method returns a changed
 * copy, and throws an {@link IllegalArgumentException} that names the property if a value
 * is out of its range.
 *
 * @since 1.0.0
 */
public sealed interface RecentListSettings permits RecentListSettingsValues {

	/** The most that {@link #length()} can be. */
	int MAX_LENGTH = 1000;

	/**
	 * A hundred texts for ever.
	 * @return the settings
	 */
	static RecentListSettings defaults() {
		return RecentListSettingsValues.DEFAULTS;
	}

	/**
	 * The most texts of one owner, 1 to 1000; a change holds from the next touch of each
	 * owner.
	 */
	int length();

	/**
	 * After how long without a touch an owner's list is forgotten, 1 second to 3660 days;
	 * null for never.
	 */
	@Nullable Duration ttl();

	RecentListSettings withLength(int length);

	RecentListSettings withTtl(@Nullable Duration ttl);

}
