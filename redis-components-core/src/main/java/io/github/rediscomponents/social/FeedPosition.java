// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.rediscomponents.support.Checks;

/**
 * A place in a feed: right behind an item of that time and id. It need not be there.
 *
 * @param time the time of the item, to the millisecond, not before 1970
 * @param id the id of the item, 1 to 200 characters
 * @since 1.0.0
 */
public record FeedPosition(Instant time, String id) {

	private static final Pattern TEXT = Pattern.compile("([0-9a-f]{12})\\.([A-Za-z0-9_-]{1,1200})");

	/**
	 * Checks the values and cuts the time to milliseconds.
	 * @throws IllegalArgumentException if one is not as it must be
	 */
	public FeedPosition {
		time = Instant.ofEpochMilli(FeedItem.millis(time));
		FeedItem.id(id);
	}

	/** Parses a result of {@link #text()}. */
	static FeedPosition parse(String text) {
		Matcher matcher = TEXT.matcher(Checks.notNull("cursor", text));
		Checks.isTrue(matcher.matches(), "cursor must be the next of a page");
		try {
			String id = new String(Base64.getUrlDecoder().decode(matcher.group(2)), StandardCharsets.UTF_8);
			return new FeedPosition(Instant.ofEpochMilli(Long.parseLong(matcher.group(1), 16)), id);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("cursor must be the next of a page", ex);
		}
	}

	/**
	 * Returns this position as a cursor of {@link Feed#page}.
	 * @return letters, digits, dots, hyphens and underscores
	 */
	public String text() {
		return FeedItems.digits(this.time) + '.'
				+ Base64.getUrlEncoder().withoutPadding().encodeToString(this.id.getBytes(StandardCharsets.UTF_8));
	}

}
