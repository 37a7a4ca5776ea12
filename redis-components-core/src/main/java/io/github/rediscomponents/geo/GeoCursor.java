// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.geo;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.rediscomponents.support.Checks;

/**
 * Which page of which scroll. Comes back from clients, so nothing in it is trusted but
 * its form.
 *
 * @param scroll 16 random bytes as text, not to be guessed
 * @param offset how many come before the page
 * @param truncated whether more was found than is kept
 */
record GeoCursor(String scroll, int offset, boolean truncated) {

	private static final Pattern TEXT = Pattern.compile("([A-Za-z0-9_-]{22})\\.(\\d{1,6})\\.([01])");

	private static final SecureRandom RANDOM = new SecureRandom();

	static String newScroll() {
		byte[] bytes = new byte[16];
		RANDOM.nextBytes(bytes);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
	}

	static GeoCursor parse(String text) {
		Matcher matcher = TEXT.matcher(Checks.notNull("cursor", text));
		if (!matcher.matches()) {
			throw new IllegalArgumentException("cursor must be the next of a page");
		}
		return new GeoCursor(matcher.group(1), Integer.parseInt(matcher.group(2)), matcher.group(3).equals("1"));
	}

	String text() {
		return this.scroll + '.' + this.offset + '.' + (this.truncated ? '1' : '0');
	}

}
