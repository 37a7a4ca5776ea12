// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.server;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Refuses servers without the commands of the scripts.
 *
 * @since 1.0.0
 */
public final class ServerVersion {

	private static final Pattern VERSION = Pattern.compile("(\\d{1,9})\\.(\\d{1,9})\\S*");

	private ServerVersion() {
	}

	/**
	 * Checks the version of a server. An unknown version passes: some services hide it.
	 * @param version as the server reports it, empty if it does not
	 * @throws UnsupportedRedisException if the server is older than 6.2
	 */
	public static void check(String version) {
		Matcher matcher = VERSION.matcher(version);
		if (matcher.matches()) {
			int major = Integer.parseInt(matcher.group(1));
			int minor = Integer.parseInt(matcher.group(2));
			if (major < 6 || (major == 6 && minor < 2)) {
				throw new UnsupportedRedisException(version);
			}
		}
	}

}
