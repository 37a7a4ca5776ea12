// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.cache;

/**
 * The cache beside those of JetCache, Spring Data Redis, Redisson and Caffeine, in
 * situations: a cold key, Redis away, lost messages, many keys at once.
 */
public final class CachePeers {

	private CachePeers() {
	}

	/**
	 * Runs all of it, or a part by its own name.
	 * @param include a regular expression
	 * @param rounds how often
	 */
	public static void print(String include, int rounds) throws InterruptedException {
		if (wanted(include, CacheColdKey.class)) {
			CacheColdKey.print(rounds);
		}
		if (wanted(include, CacheAway.class)) {
			CacheAway.print();
		}
		if (wanted(include, CacheStale.class)) {
			CacheStale.print();
		}
		if (wanted(include, CacheBulk.class)) {
			CacheBulk.print(rounds);
		}
	}

	private static boolean wanted(String include, Class<?> part) {
		String pattern = ".*" + include + ".*";
		return "CachePeers".matches(pattern) || part.getSimpleName().matches(pattern);
	}

}
