package io.github.rediscomponents.autoconfigure.autocomplete;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autocomplete.RecentListSettings;

/**
 * Properties of one recent list.
 */
public class RecentListEntryProperties {

	/**
	 * Most texts of one owner.
	 */
	private int length = 100;

	/**
	 * Time after which an unused list is forgotten; never if not set.
	 */
	private @Nullable Duration ttl;

	public int getLength() {
		return this.length;
	}

	public void setLength(int length) {
		this.length = length;
	}

	public @Nullable Duration getTtl() {
		return this.ttl;
	}

	public void setTtl(@Nullable Duration ttl) {
		this.ttl = ttl;
	}

	RecentListSettings toSettings() {
		return new RecentListSettings(this.length, this.ttl);
	}

}
