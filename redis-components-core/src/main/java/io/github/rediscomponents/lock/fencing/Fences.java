// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.fencing;

import java.util.regex.Pattern;

import io.github.rediscomponents.support.Checks;

/**
 * Checks the parts of statements, keys and scripts.
 */
final class Fences {

	private static final long MAX_TOKEN = 1L << 53;

	private static final int MAX_RESOURCE = 512;

	// Written into statements without quotes, so nothing but names may pass.
	private static final Pattern COLUMN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");

	private static final Pattern TABLE = Pattern.compile(COLUMN + "(\\." + COLUMN + ")?");

	private Fences() {
	}

	static long token(long token) {
		return Checks.between("token", token, 1, MAX_TOKEN);
	}

	static String resource(String resource) {
		return Checks.hasLength("resource", resource, MAX_RESOURCE);
	}

	static String table(String table) {
		return matching("table", table, TABLE);
	}

	static String column(String name, String column) {
		return matching(name, column, COLUMN);
	}

	private static String matching(String name, String identifier, Pattern pattern) {
		Checks.isTrue(pattern.matcher(Checks.notNull(name, identifier)).matches(),
				name + " must be a plain SQL name of letters, digits and underscores, was '" + identifier + "'");
		return identifier;
	}

}
