package io.github.rediscomponents.support;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Refuses servers that lack what the scripts use.
 */
final class ServerVersion {

	private static final Pattern VERSION = Pattern.compile("redis_version:((\\d+)\\.(\\d+)\\S*)");

	private ServerVersion() {
	}

	/**
	 * Checks the reply of INFO server. A reply without a version is let pass: some
	 * services hide it.
	 * @param info what INFO replied
	 * @throws UnsupportedRedisException if the server is older than 6.2
	 */
	static void check(String info) {
		Matcher matcher = VERSION.matcher(info);
		if (matcher.find()) {
			int major = Integer.parseInt(matcher.group(2));
			int minor = Integer.parseInt(matcher.group(3));
			if (major < 6 || (major == 6 && minor < 2)) {
				throw new UnsupportedRedisException(matcher.group(1));
			}
		}
	}

}
