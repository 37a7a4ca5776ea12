// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.cache;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;

import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.test.Concurrently;

/**
 * One JVM of {@link CacheColdKey}: {@code <library> <uri> <load ms> <lease ms> <rounds>}.
 */
final class CacheColdKeyMain {

	/** Counts the loads of all JVMs. */
	static final String LOADS = "loads";

	private static final int THREADS = 64;

	private CacheColdKeyMain() {
	}

	public static void main(String[] args) throws Exception {
		long loadMillis = Long.parseLong(args[2]);
		RedisCommands<String, String> redis = RedisClient.create(args[1]).connect().sync();
		CachePeer cache = CacheLibrary.valueOf(args[0])
			.open(args[1],
					CacheSettings.defaults()
						.withLease(Duration.ofMillis(Long.parseLong(args[3])), Duration.ofMinutes(1))
						.withCommandTimeout(Duration.ofSeconds(5)));
		String own = "warm " + ProcessHandle.current().pid();
		Concurrently.run(THREADS, () -> cache.get(own, (key) -> "warm"));
		System.out.println("READY");
		for (int round = 0; round < Integer.parseInt(args[4]); round++) {
			String key = "cold " + round;
			if (System.in.read() < 0) {
				break;
			}
			List<Long> waits = Concurrently.run(THREADS, () -> {
				long began = System.nanoTime();
				cache.get(key, (missing) -> load(redis, loadMillis));
				return System.nanoTime() - began;
			});
			System.out.println("ROUND " + round + " "
					+ TimeUnit.NANOSECONDS.toMillis(waits.stream().mapToLong(Long::longValue).max().orElse(0)));
		}
		System.exit(0);
	}

	private static String load(RedisCommands<String, String> redis, long millis) {
		redis.incr(LOADS);
		try {
			TimeUnit.MILLISECONDS.sleep(millis);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
		return "loaded";
	}

}
