// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.server;

import io.github.rediscomponents.RedisComponentsException;

/**
 * The server is older than the oldest that the components work with.
 *
 * @since 1.0.0
 */
public final class UnsupportedRedisException extends RedisComponentsException {

	private static final long serialVersionUID = 1L;

	private final String version;

	public UnsupportedRedisException(String version) {
		super("redis-components needs Redis 6.2 or newer, but the server is " + version, null);
		this.version = version;
	}

	/**
	 * Returns the version that the server reports.
	 * @return its redis_version
	 */
	public String version() {
		return this.version;
	}

}
