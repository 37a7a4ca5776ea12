// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;

import io.github.rediscomponents.cache.LoadingSettings;

/**
 * Until when a caller waits for a load, by its soft and hard time-out.
 *
 * @param began when the caller missed
 * @param nanos how long after that
 * @since 1.0.0
 */
public record TimeLimit(long began, long nanos) {

	private static final long NEVER = Long.MAX_VALUE / 4;

	/**
	 * Returns the limit of a caller that misses now.
	 * @param held whether there is an older value
	 */
	public static TimeLimit of(LoadingSettings loading, boolean held) {
		long hard = nanos(loading.hardTimeout());
		return new TimeLimit(System.nanoTime(), held ? Math.min(nanos(loading.softTimeout()), hard) : hard);
	}

	private static long nanos(Duration timeout) {
		return timeout.isZero() ? NEVER : timeout.toNanos();
	}

	public boolean isSet() {
		return this.nanos != NEVER;
	}

	public long at() {
		return this.began + this.nanos;
	}

	public boolean isOver() {
		return System.nanoTime() - at() >= 0;
	}

	/**
	 * Returns the earlier of this and another time.
	 */
	public long or(long deadline) {
		return (at() - deadline < 0) ? at() : deadline;
	}

}
