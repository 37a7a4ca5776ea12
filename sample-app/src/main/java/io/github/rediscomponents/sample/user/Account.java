// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A phone number or an e-mail address in its stored form, one form per account.
 *
 * @param text 11 digits, or an address in lower case of at most 254 characters
 */
public record Account(String text) {

	private static final int MAX_LENGTH = 254;

	private static final Pattern PHONE = Pattern.compile("1[3-9][0-9]{9}");

	private static final Pattern MAIL = Pattern
		.compile("[a-z0-9_%+-]+(?:\\.[a-z0-9_%+-]+)*" + "@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}");

	private static final int MAX_LOCAL_PART = 64;

	/**
	 * Parses an account.
	 * @param text the input of the user
	 * @return the account, or empty if it is neither a phone number nor an e-mail address
	 */
	static Optional<Account> parse(@Nullable String text) {
		if (text == null || text.length() > MAX_LENGTH) {
			return Optional.empty();
		}
		if (PHONE.matcher(text).matches()) {
			return Optional.of(new Account(text));
		}
		String mail = text.toLowerCase(Locale.ROOT);
		boolean valid = MAIL.matcher(mail).matches() && mail.indexOf('@') <= MAX_LOCAL_PART;
		return valid ? Optional.of(new Account(mail)) : Optional.empty();
	}

	boolean isMail() {
		return this.text.indexOf('@') >= 0;
	}

}
