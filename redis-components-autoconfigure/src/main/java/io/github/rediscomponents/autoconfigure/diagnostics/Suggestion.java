// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/**
 * The name that somebody who mistyped may have meant.
 *
 * @since 0.1.0
 */
public final class Suggestion {

	private Suggestion() {
	}

	/**
	 * A sentence that asks for the known name that is most alike.
	 * @param mistyped what was written
	 * @param known the names that there are
	 * @return the sentence with a blank before it, or nothing if none is alike
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
	 * A name as names are compared: letters and digits, in lower case.
	 * @param name with dashes, underscores or capitals
	 * @return what is left of it
	 */
	public static String plain(String name) {
		StringBuilder plain = new StringBuilder();
		name.toLowerCase(Locale.ROOT).codePoints().filter(Character::isLetterOrDigit).forEach(plain::appendCodePoint);
		return plain.toString();
	}

	/** How many letters are to be changed, added or left out. */
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
