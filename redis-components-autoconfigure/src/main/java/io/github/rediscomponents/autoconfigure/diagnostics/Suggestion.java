// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/**
 * Suggests the known name that is most similar to a mistyped one.
 *
 * @since 1.0.0
 */
public final class Suggestion {

	private Suggestion() {
	}

	/**
	 * Returns a sentence that suggests the most similar known name.
	 * @param mistyped the unknown name
	 * @param known the known names
	 * @return the sentence after a space, or an empty text if no name is similar
	 */
	public static String of(String mistyped, Collection<String> known) {
		int most = Math.max(1, mistyped.length() / 3);
		return known.stream()
			.filter((name) -> distance(plain(mistyped), plain(name)) <= most)
			.min(Comparator.comparingInt((String name) -> distance(plain(mistyped), plain(name)))
				.thenComparing(Comparator.naturalOrder()))
			.map((name) -> " Did you mean '" + name + "'?")
			.orElse("");
	}

	/**
	 * Returns the form in which names are compared: letters and digits, in lower case.
	 * @param name a name, possibly with dashes, underscores or capitals
	 * @return the normalized name
	 */
	public static String plain(String name) {
		StringBuilder plain = new StringBuilder();
		name.toLowerCase(Locale.ROOT).codePoints().filter(Character::isLetterOrDigit).forEach(plain::appendCodePoint);
		return plain.toString();
	}

	/** Returns the edit distance of two names. */
	private static int distance(String one, String other) {
		int[] row = new int[other.length() + 1];
		for (int j = 0; j < row.length; j++) {
			row[j] = j;
		}
		for (int i = 1; i <= one.length(); i++) {
			int diagonal = row[0];
			row[0] = i;
			for (int j = 1; j < row.length; j++) {
				int above = row[j];
				int changed = diagonal + ((one.charAt(i - 1) == other.charAt(j - 1)) ? 0 : 1);
				row[j] = Math.min(changed, Math.min(above, row[j - 1]) + 1);
				diagonal = above;
			}
		}
		return row[other.length()];
	}

}
