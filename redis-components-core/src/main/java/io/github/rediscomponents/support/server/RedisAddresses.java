// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.server;

import io.lettuce.core.SslOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConfiguration;

/**
 * The addresses and credentials of Redis in the application's configuration.
 *
 * @param configuration the topology, its nodes and the credentials
 * @param ssl the options of TLS, or null if the connections are not encrypted
 * @since 1.0.0
 */
public record RedisAddresses(RedisConfiguration configuration, @Nullable SslOptions ssl) {

	/** Names the topology only; its configuration has passwords. */
	@Override
	public String toString() {
		return this.configuration.getClass().getSimpleName() + ((this.ssl != null) ? " with TLS" : "");
	}

}
