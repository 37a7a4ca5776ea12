// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Parses ids in texts from Redis, which other clients may have written.
 */
public final class Ids {

	private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,18}");

	private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

	private Ids() {
	}

	/**
	 * Parses an id.
	 * @param text the text
	 * @return the id, or empty if the text is not an id
	 */
	public static Optional<Long> parse(@Nullable String text) {
		if (text == null || !ID.matcher(text).matches()) {
			return Optional.empty();
		}
		BigInteger id = new BigInteger(text);
		return (id.compareTo(MAX) <= 0) ? Optional.of(id.longValue()) : Optional.empty();
	}

}
