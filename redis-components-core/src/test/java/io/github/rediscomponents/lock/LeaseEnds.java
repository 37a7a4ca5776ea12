// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.test.RedisDeployment;

/**
 * Moves the end of the lease of a plain lock in Redis.
 */
public final class LeaseEnds {

	private static final String FAR = "9999999999999";

	private LeaseEnds() {
	}

	/** As if it had passed. */
	public static void pass(RedisDeployment redis, String name) {
		move(redis, name, "1");
	}

	/** It lasts longer than its holder knows, and no renewal shortens it. */
	static void outlast(RedisDeployment redis, String name) {
		move(redis, name, FAR);
	}

	private static void move(RedisDeployment redis, String name, String millis) {
		String key = new KeySpace("t").key("lock", name);
		redis.masterFor(key).command("HSET", key, "d", millis);
	}

}
