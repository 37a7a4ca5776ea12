// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import io.github.rediscomponents.support.Checks;

/**
 * Checks the names of caches. A colon is not allowed, because it ends the name inside a
 * Redis key, where a user's key follows.
 *
 * @since 1.0.0
 */
public final class CacheNames {

	public static final int MAX_LENGTH = 128;

	private CacheNames() {
	}

	public static String check(String name) {
		Checks.hasText("name", name);
		Checks.hasLength("name", name, MAX_LENGTH);
		for (int i = 0; i < name.length(); i++) {
			char c = name.charAt(i);
			boolean allowed = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-'
					|| c == '_' || c == '.';
			Checks.isTrue(allowed,
					"name of a cache must consist of letters, digits, '-', '_' and '.', was '" + name + "'");
		}
		return name;
	}

}
