// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Ids in texts that others may have written.
 */
class IdsTests {

	@ParameterizedTest
	@ValueSource(longs = { 1, 10, 999_999_999_999_999_999L, 1_000_000_000_000_000_000L, Long.MAX_VALUE })
	void readsEveryPositiveNumber(long id) {
		assertThat(Ids.parse(Long.toString(id))).contains(id);
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "", "0", "-1", "+1", "01", " 1", "1 ", "1.0", "nobody", "\u0661", "9223372036854775808",
			"9999999999999999999", "10000000000000000000" })
	void takesNothingElseForAnId(@Nullable String text) {
		assertThat(Ids.parse(text)).isEmpty();
	}

}
