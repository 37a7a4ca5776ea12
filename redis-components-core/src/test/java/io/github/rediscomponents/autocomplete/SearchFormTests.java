// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The form in which texts are compared.
 */
class SearchFormTests {

	@ParameterizedTest
	@CsvSource({ "Straße,STRASSE", "STRAẞE,strasse", "İSTANBUL,istanbul", "ılık,ILIK", "ΟΔΟΣ,οδος", "ΟΔΟΣ,οδοσ",
			"Ёлка,ёЛКА", "ﬁne,FINE", "ｶﾞｲﾄﾞ,ガイド", "Ａｂｃ,abc", "e\u0301te,ÉTE", "①,1", "ㅎ,ᄒ", "ǅ,dž",
			"한국,\u1112\u1161\u11ab\u1100\u116e\u11a8" })
	void isTheSameForWhatIsTheSame(String one, String other) {
		assertThat(form(one)).isEqualTo(form(other));
	}

	@ParameterizedTest
	@CsvSource({ "été,ete", "Ångström,angstrom", "Łódź,łodz", "ёлка,елка", "άλφα,αλφα", "ガ,ガ", "हिन्दी,हिन्दी" })
	void leavesAccentsOutWhenTheyAreIgnoredAndNothingElse(String text, String bare) {
		assertThat(SearchForm.ofText("text", text, 50, Accents.IGNORE)).isEqualTo(bare);
	}

	@Test
	void isItsOwnFormForEveryCharacter() {
		List<String> unstable = new ArrayList<>();
		for (int character = 1; character <= Character.MAX_CODE_POINT; character++) {
			if (Character.isDefined(character) && !Character.isSpaceChar(character)
					&& !Character.isWhitespace(character)
					&& (character < Character.MIN_SURROGATE || character > Character.MAX_SURROGATE)) {
				String form = form("x" + Character.toString(character));
				if (!form(form).equals(form)
						|| !form("x" + Character.toString(character).toLowerCase(Locale.ROOT)).equals(form)) {
					unstable.add(Integer.toHexString(character));
				}
			}
		}
		assertThat(unstable).isEmpty();
	}

	@Test
	void doesNotDependOnTheDefaultLocale() {
		Locale before = Locale.getDefault();
		try {
			Locale.setDefault(new Locale("tr"));
			assertThat(form("TITLE")).isEqualTo("title");
		}
		finally {
			Locale.setDefault(before);
		}
	}

	@Test
	void hasOneSpaceBetweenWordsAndKeepsThatAtTheEndOfAPrefix() {
		assertThat(form("  New \t\u3000York\u00a0 ")).isEqualTo("new york");
		assertThat(SearchForm.ofPrefix(" new  ", 50, Accents.KEEP)).isEqualTo("new ");
		assertThat(SearchForm.ofPrefix("   ", 50, Accents.KEEP)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(ints = { 0xAD, 0x34F, 0x61C, 0x180E, 0x200B, 0x200C, 0x200D, 0x200F, 0x202A, 0x202E, 0x2060, 0x2066,
			0x2069, 0xFE0F, 0xFEFF, 0xE0001, 0xE0100 })
	void leavesOutWhatNobodySees(int character) {
		String invisible = Character.toString(character);
		assertThat(form("co" + invisible + "operate" + invisible)).isEqualTo("cooperate");
		assertThat(form("e" + invisible + "\u0301t\u00e9")).isEqualTo("\u00e9t\u00e9");
		assertThat(SearchForm.ofPrefix(invisible + "a ", 50, Accents.KEEP)).isEqualTo("a ");
		assertThatIllegalArgumentException().isThrownBy(() -> form(" " + invisible)).withMessageStartingWith("text ");
	}

	@Test
	void refusesWhatIsNoText() {
		assertThatIllegalArgumentException().isThrownBy(() -> form(" \u3000 ")).withMessageStartingWith("text ");
		assertThatIllegalArgumentException().isThrownBy(() -> form("a\u0000b")).withMessageStartingWith("text ");
		assertThatIllegalArgumentException().isThrownBy(() -> form("a\ud83d")).withMessageStartingWith("text ");
		assertThatIllegalArgumentException().isThrownBy(() -> form("\ude00a")).withMessageStartingWith("text ");
		assertThat(form("😀")).isEqualTo("😀");
	}

	private static String form(String text) {
		return SearchForm.ofText("text", text, 300, Accents.KEEP);
	}

}
