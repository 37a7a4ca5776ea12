// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

import java.util.regex.Pattern;

/**
 * Masks users and passwords in texts of the configuration that are shown. A password may
 * contain any character, though not each of them is valid there.
 *
 * @since 1.0.0
 */
public final class UserInfo {

	/** Stands for what is not shown. */
	public static final String MASK = "******";

	private static final Pattern OF_URL = Pattern.compile("://.*@", Pattern.DOTALL);

	private static final Pattern OF_ADDRESS = Pattern.compile("^([A-Za-z][A-Za-z0-9+.-]*://)?.*@", Pattern.DOTALL);

	private UserInfo() {
	}

	/**
	 * Masks the user of a URL.
	 * @param text any text
	 * @return the text without what is between {@code ://} and the last {@code @}
	 */
	public static String masked(String text) {
		return OF_URL.matcher(text).replaceAll("://" + MASK + "@");
	}

	/**
	 * Masks the user of an address, which may be mistyped.
	 * @param address a text that is no other than an address
	 * @return the text without what is before the last {@code @}, except for the scheme
	 * of a URL
	 */
	public static String maskedAddress(String address) {
		return OF_ADDRESS.matcher(address).replaceFirst("$1" + MASK + "@");
	}

}
