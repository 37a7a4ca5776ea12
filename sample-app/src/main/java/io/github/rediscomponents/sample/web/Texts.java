// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import org.jspecify.annotations.Nullable;

/**
 * Checks texts that users write.
 */
public final class Texts {

	private Texts() {
	}

	/**
	 * Returns a text in its stored form, without surrounding spaces.
	 * @param text the text of the client
	 * @param what key of the name of the text
	 * @param most the most characters
	 * @return 1 to {@code most} characters
	 * @throws Refused if it is absent, empty, too long, or has control characters other
	 * than line ends and tabs
	 */
	public static String required(@Nullable String text, String what, int most) {
		String stripped = (text != null) ? text.strip() : "";
		if (stripped.isEmpty() || stripped.codePointCount(0, stripped.length()) > most) {
			throw new Refused("text.length", what, String.valueOf(most));
		}
		if (!canBeShown(stripped)) {
			throw new Refused("text.unshown", what);
		}
		return stripped;
	}

	/**
	 * Returns whether a text has no unpaired surrogates and no control characters other
	 * than line ends and tabs.
	 */
	public static boolean canBeShown(String text) {
		return text.codePoints().allMatch(Texts::canBeShown);
	}

	private static boolean canBeShown(int character) {
		boolean half = character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
		boolean layout = character == '\n' || character == '\r' || character == '\t';
		return !half && (layout || !Character.isISOControl(character));
	}

}
