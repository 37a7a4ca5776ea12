package io.github.rediscomponents.autocomplete;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;

/**
 * Settings of a {@link RecentList}.
 *
 * @param length the most texts of one owner, 1 to 1000; a change holds from the next
 * touch of each owner
 * @param ttl after how long without a touch an owner's list is forgotten, 1 second to
 * 3660 days; null for never
 */
public record RecentListSettings(int length, @Nullable Duration ttl) {

	/** The most that {@link #length()} can be. */
	public static final int MAX_LENGTH = 1000;

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of its range; its message begins
	 * with {@code recent-list.} and the property's name
	 */
	public RecentListSettings {
		Checks.between("recent-list.length", length, 1, MAX_LENGTH);
		if (ttl != null) {
			Checks.between("recent-list.ttl", ttl, Duration.ofSeconds(1), Duration.ofDays(3660));
		}
	}

	/**
	 * A hundred texts for ever.
	 * @return the settings
	 */
	public static RecentListSettings defaults() {
		return new RecentListSettings(100, null);
	}

	public RecentListSettings withLength(int other) {
		return new RecentListSettings(other, this.ttl);
	}

	public RecentListSettings withTtl(@Nullable Duration other) {
		return new RecentListSettings(this.length, other);
	}

}
