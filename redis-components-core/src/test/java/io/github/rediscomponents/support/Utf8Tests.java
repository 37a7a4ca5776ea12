// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.KeySpace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class Utf8Tests {

	@ParameterizedTest
	@ValueSource(strings = { "\ud800", "\udc00", "a\ud83d", "\ude00a", "\ude00\ud83d", "\ud83d\ud83d\ude00" })
	void refusesHalfASurrogatePair(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> Utf8.bytes(text)).withMessageContaining("text must be");
		assertThatIllegalArgumentException().isThrownBy(() -> Checks.hasLength("member", text, 9))
			.withMessageStartingWith("member ");
		assertThatIllegalArgumentException().isThrownBy(() -> new KeySpace(text)).withMessageStartingWith("prefix ");
		KeySpace keys = new KeySpace("shop");
		assertThatIllegalArgumentException().isThrownBy(() -> keys.key("lock", text))
			.withMessageStartingWith("identity ");
		assertThatIllegalArgumentException().isThrownBy(() -> keys.taggedKey("stream", text, "x"))
			.withMessageStartingWith("tag ");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a", "日本", "😀", "a😀b😀", "\ud83d\ude00", "\uffff" })
	void writesEveryOtherTextAsTheJdkDoes(String text) {
		assertThat(Utf8.bytes(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
		assertThat(Utf8.text(Utf8.bytes(text))).isEqualTo(text);
	}

	@Test
	void namesTheIndexOfTheFirstOne() {
		assertThatIllegalArgumentException().isThrownBy(() -> Utf8.wellFormed("user", "a😀\udc00\udc00"))
			.withMessage("user must be well-formed UTF-16, has half a surrogate pair at index 3");
	}

	@Test
	void neverRefusesADescription() {
		assertThat(Utf8.described("cut \ud83d")).isEqualTo(Utf8.bytes("cut ?"));
	}

}
