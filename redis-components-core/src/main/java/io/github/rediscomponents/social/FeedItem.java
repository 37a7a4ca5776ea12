// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Instant;

import io.github.rediscomponents.support.Checks;

/**
 * A post in a feed.
 *
 * @param author the author, 1 to 200 characters, without U+0000
 * @param id names it among the posts of all authors, 1 to 200 characters, without U+0000
 * @param time its time, to the millisecond, not before 1970
 * @since 1.0.0
 */
public record FeedItem(String author, String id, Instant time) {

	private static final int MAX_ID = 200;

	/** The greatest number of twelve hexadecimal digits. */
	private static final long MAX_MILLIS = (1L << 48) - 1;

	/**
	 * Checks the values and cuts the time to milliseconds.
	 * @throws IllegalArgumentException if one is not as it must be
	 */
	public FeedItem {
		Follow.user("author", author);
		id(id);
		time = Instant.ofEpochMilli(millis(time));
	}

	static String id(String id) {
		Checks.hasLength("id", id, MAX_ID);
		Checks.isTrue(id.indexOf('\0') < 0, "id must not contain U+0000");
		return id;
	}

	static long millis(Instant time) {
		Checks.notNull("time", time);
		Checks.isTrue(!time.isBefore(Instant.EPOCH) && !time.isAfter(Instant.ofEpochMilli(MAX_MILLIS)),
				"time must be between 1970 and the year 10889, was " + time);
		return time.toEpochMilli();
	}

}
