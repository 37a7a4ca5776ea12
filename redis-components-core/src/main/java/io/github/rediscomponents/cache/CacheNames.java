package io.github.rediscomponents.cache;

import io.github.rediscomponents.support.Checks;

/**
 * What may be the name of a cache. A colon may not, because it ends the name inside a
 * Redis key, where a user's key follows.
 */
final class CacheNames {

	static final int MAX_LENGTH = 128;

	private CacheNames() {
	}

	static String check(String name) {
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
