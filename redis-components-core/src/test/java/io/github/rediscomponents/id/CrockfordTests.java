// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.id;

import java.util.Random;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The text form of ids.
 */
class CrockfordTests {

	@ParameterizedTest
	@CsvSource({ "0, 0000000000000", "1, 0000000000001", "31, 000000000000Z", "32, 0000000000010",
			"1234567890123, 000013XRZP16B", "9007199254740991, 007ZZZZZZZZZZ", "9223372036854775807, 7ZZZZZZZZZZZZ" })
	void writesAndReadsKnownTexts(long id, String text) {
		assertThat(Crockford.encode(id)).isEqualTo(text);
		assertThat(Crockford.decode(text)).isEqualTo(id);
	}

	@Test
	void readsBackWhatItWroteAndSortsAsTheNumbersDo() {
		long[] ids = new Random(7).longs(10_000, 0, Long.MAX_VALUE).sorted().toArray();
		String[] texts = LongStream.of(ids).mapToObj(Crockford::encode).toArray(String[]::new);
		assertThat(texts).isSorted();
		assertThat(LongStream.range(0, ids.length).map((i) -> Crockford.decode(texts[(int) i])).toArray())
			.containsExactly(ids);
	}

	@Test
	void readsSmallLettersAndLettersThatAreMistakenForDigits() {
		assertThat(Crockford.decode("7zzzzzzzzzzzz")).isEqualTo(Long.MAX_VALUE);
		assertThat(Crockford.decode("0OoIiLl000000")).isEqualTo(Crockford.decode("0001111000000"));
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "", "000000000000", "00000000000000", "000000000000U", "000000000000-", "8000000000000",
			"000000000000\u0665", "000000000000\uff11" })
	void refusesWhatIsNoId(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> Crockford.decode(text)).withMessageStartingWith("text ");
	}

	@Test
	void refusesANegativeId() {
		assertThatIllegalArgumentException().isThrownBy(() -> Crockford.encode(-1)).withMessageStartingWith("id ");
	}

}
