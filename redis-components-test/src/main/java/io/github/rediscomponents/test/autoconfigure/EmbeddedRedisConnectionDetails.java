// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test.autoconfigure;

import io.github.rediscomponents.test.RedisServer;

import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;

/**
 * The connection details of the embedded server.
 */
final class EmbeddedRedisConnectionDetails implements DataRedisConnectionDetails {

	private final Standalone standalone;

	EmbeddedRedisConnectionDetails(RedisServer server) {
		this.standalone = Standalone.of(server.host(), server.port());
	}

	@Override
	public Standalone getStandalone() {
		return this.standalone;
	}

}
