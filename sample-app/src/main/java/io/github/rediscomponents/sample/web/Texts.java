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
	 * A text as it can be kept: without spaces around it.
	 * @param text what the client sent
	 * @param what the name of the text, as a sentence begins
	 * @param most how many characters it may have
	 * @return 1 to {@code most} characters
	 * @throws Refused if it is absent, empty, too long, or has characters that cannot be
	 * shown; line ends and tabs can
	 */
	public static String required(@Nullable String text, String what, int most) {
		String stripped = (text != null) ? text.strip() : "";
		if (stripped.isEmpty() || stripped.codePointCount(0, stripped.length()) > most) {
			throw new Refused(what + " needs 1 to " + most + " characters.");
		}
		if (!canBeShown(stripped)) {
			throw new Refused(what + " has characters that cannot be shown.");
		}
		return stripped;
	}

	/**
	 * Whether a text has no half characters and no control characters but line ends and
	 * tabs.
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
