package io.github.rediscomponents.sample.web;

import java.util.Optional;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Ids in texts that Redis holds, which others may have written.
 */
public final class Ids {

	/** Every number of so many digits is a long. */
	private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,17}");

	private Ids() {
	}

	/**
	 * Reads an id.
	 * @param text the text
	 * @return the id, or empty if the text is none
	 */
	public static Optional<Long> parse(@Nullable String text) {
		return (text != null && ID.matcher(text).matches()) ? Optional.of(Long.valueOf(text)) : Optional.empty();
	}

}
