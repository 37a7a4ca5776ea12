// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is an account and what is not.
 */
class AccountTests {

	@ParameterizedTest
	@ValueSource(strings = { "13800138000", "19912345678", "a@b.co", "first.last+tag@mail.example.com",
			"x_y%z-1@xn--fiqs8s.example" })
	void acceptsPhonesAndAddresses(String text) {
		assertThat(Account.parse(text)).map(Account::text).contains(text);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "12800138000", "1380013800", "138001380000", "+8613800138000", "13800138000\n",
			"\r\n13800138000", "a@b", "@b.co", "a@", "a@b.c", "a@b.co\n", "a@b.co\r\nBcc: c@d.co", "a b@c.de",
			"a@b@c.de", "a@.de", "a@b..de", ".a@b.de", "a.@b.de", "a..b@c.de", "a@-b.de", "a@b-.de", "<a@b.de>",
			"a,b@c.de", "１３８００１３８０００", "a@b.123" })
	void refusesEverythingElse(String text) {
		assertThat(Account.parse(text)).isEmpty();
	}

	@Test
	void refusesNothing() {
		assertThat(Account.parse(null)).isEmpty();
	}

	@Test
	void writesAddressesInLowerCaseAlsoForTurks() {
		assertThat(Account.parse("ISTANBUL@Example.COM")).map(Account::text).contains("istanbul@example.com");
	}

	@Test
	void takesUpTo254Characters() {
		String longest = "a@" + "b".repeat(60) + ("." + "c".repeat(60)).repeat(3) + ".example.co";
		assertThat(longest).hasSize(256);
		assertThat(Account.parse(longest)).isEmpty();
		assertThat(Account.parse(longest.replace("bbb", "b"))).isPresent();
		assertThat(Account.parse("a".repeat(64) + "@example.com")).isPresent();
		assertThat(Account.parse("a".repeat(65) + "@example.com")).isEmpty();
		assertThat(Account.parse("a@" + "b.".repeat(130) + "com")).isEmpty();
	}

	@Test
	void decidesAtOnceWhateverIsTyped() {
		assertThat(Account.parse("a".repeat(100) + "." + "a.".repeat(70) + "!")).isEmpty();
		assertThat(Account.parse("a@" + "a-".repeat(120) + "!")).isEmpty();
	}

}
