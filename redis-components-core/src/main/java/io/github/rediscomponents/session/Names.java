// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;

/**
 * Checks the names of users, devices and subjects.
 */
final class Names {

	private static final int MAX = 256;

	private Names() {
	}

	static String check(String name, @Nullable String text) {
		return Checks.hasLength(name, text, MAX);
	}

}
