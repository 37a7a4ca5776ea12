// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.util.List;

import io.github.rediscomponents.test.RedisDeployment;

/**
 * When a lease ends, by the clock of its server.
 *
 * @param redis has the lease
 * @param key of the lease
 */
public record LeaseEnds(RedisDeployment redis, String key) {

	/** The milliseconds of the server's clock. */
	public long now() {
		List<?> time = (List<?>) command("TIME");
		return Long.parseLong(String.valueOf(time.get(0))) * 1000 + Long.parseLong(String.valueOf(time.get(1))) / 1000;
	}

	/** When the lease ends unless it is extended, or a little earlier. */
	public long end() {
		return now() + Long.parseLong(String.valueOf(command("PTTL", this.key)));
	}

	private Object command(String... command) {
		return this.redis.masterFor(this.key).command(command);
	}

}
