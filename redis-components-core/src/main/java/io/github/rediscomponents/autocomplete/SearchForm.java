// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Arrays;
import java.util.Locale;

import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;

/**
 * The form in which texts and prefixes are compared: compatibility characters composed
 * (NFKC of Unicode Standard Annex 15), case folded, without invisible characters, one
 * space between words.
 *
 * <p>
 * Case is folded by Unicode's rules, independently of the default locale: to upper case
 * with its full mappings, so that {@code ß} is {@code ss}, and then each character by
 * itself to lower case, because the lower case of a whole text makes a sigma at its end
 * another letter than in the middle, and a prefix has its end elsewhere. A dotted capital
 * I is an i.
 *
 * <p>
 * Invisible are the characters with Unicode's property Default_Ignorable_Code_Point: soft
 * hyphens, characters without width, marks of direction, variation selectors. They come
 * with pasted text, and are not typed. NFKC_Casefold drops the same.
 */
final class SearchForm {

	private static final int MARKS_FROM = 0x0300;

	private static final int MARKS_TO = 0x036F;

	/** First and last of each range, in ascending order. */
	private static final int[] INVISIBLE = { 0x00AD, 0x00AD, 0x034F, 0x034F, 0x061C, 0x061C, 0x115F, 0x1160, 0x17B4,
			0x17B5, 0x180B, 0x180F, 0x200B, 0x200F, 0x202A, 0x202E, 0x2060, 0x206F, 0x3164, 0x3164, 0xFE00, 0xFE0F,
			0xFEFF, 0xFEFF, 0xFFA0, 0xFFA0, 0xFFF0, 0xFFF8, 0x1BCA0, 0x1BCA3, 0x1D173, 0x1D17A, 0xE0000, 0xE0FFF };

	private SearchForm() {
	}

	/**
	 * The form of a text.
	 * @param parameter its name
	 * @param text the text to find
	 * @param max the most characters it may have
	 * @param accents whether they count
	 * @return not empty
	 */
	static String ofText(String parameter, String text, int max, Accents accents) {
		Checks.hasLength(parameter, text, max);
		String form = spaced(folded(parameter, text, accents)).stripTrailing();
		Checks.isTrue(!form.isEmpty(), parameter + " must have something else than spaces and invisible characters");
		return form;
	}

	/**
	 * The form of the beginning of a text. A space at its end counts.
	 */
	static String ofPrefix(String prefix, int max, Accents accents) {
		Checks.isTrue(Checks.notNull("prefix", prefix).length() <= max,
				"prefix must not be longer than " + max + " characters, was " + prefix.length());
		return spaced(folded("prefix", prefix, accents));
	}

	/**
	 * Checks that a text is well-formed Unicode without a zero character, as what is
	 * stored.
	 */
	static void check(String parameter, String text) {
		Checks.isTrue(Utf8.wellFormed(parameter, text).indexOf('\0') < 0,
				parameter + " must not have a zero character");
	}

	private static String folded(String parameter, String text, Accents accents) {
		check(parameter, text);
		// Lower case first for the capital sharp s, which is its own upper case.
		String upper = lower(Normalizer.normalize(visible(text), Form.NFKC)).toUpperCase(Locale.ROOT);
		String form = Normalizer.normalize(lower(upper).replace("i\u0307", "i"), Form.NFKC);
		return (accents == Accents.IGNORE) ? withoutMarks(form) : form;
	}

	private static CharSequence visible(String text) {
		StringBuilder visible = new StringBuilder(text.length());
		text.codePoints().filter((character) -> !isInvisible(character)).forEach(visible::appendCodePoint);
		return visible;
	}

	private static boolean isInvisible(int character) {
		int at = Arrays.binarySearch(INVISIBLE, character);
		// Between the first and the last of a range, or one of both.
		return at >= 0 || (-at - 1) % 2 == 1;
	}

	private static String lower(String text) {
		StringBuilder lower = new StringBuilder(text.length());
		text.codePoints().forEach((character) -> lower.appendCodePoint(Character.toLowerCase(character)));
		return lower.toString();
	}

	/**
	 * Combining marks of Latin, Greek and Cyrillic; those of other scripts are letters.
	 */
	private static String withoutMarks(String form) {
		StringBuilder letters = new StringBuilder(form.length());
		Normalizer.normalize(form, Form.NFD)
			.codePoints()
			.filter((character) -> character < MARKS_FROM || character > MARKS_TO)
			.forEach(letters::appendCodePoint);
		return Normalizer.normalize(letters, Form.NFC);
	}

	private static String spaced(String form) {
		StringBuilder words = new StringBuilder(form.length());
		form.codePoints().forEach((character) -> {
			if (!Character.isWhitespace(character)) {
				words.appendCodePoint(character);
			}
			else if (!words.isEmpty() && words.charAt(words.length() - 1) != ' ') {
				words.append(' ');
			}
		});
		return words.toString();
	}

}
