// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.server;

import io.lettuce.core.ClientOptions;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.support.Checks;

/**
 * Rejects a client that cannot recover. Lettuce keeps one connection to each node of a
 * cluster; without {@link ClientOptions#isAutoReconnect()} it rejects each further
 * command to a node whose connection was lost once. A lost connection to one server is
 * replaced by the components themselves.
 *
 * @since 1.0.0
 */
public final class ReconnectCheck {

	private ReconnectCheck() {
	}

	/**
	 * Checks the options of a factory.
	 * @param connectionFactory the factory
	 * @return the same factory
	 * @throws IllegalArgumentException if it leads to a cluster and does not reconnect
	 */
	public static LettuceConnectionFactory passed(LettuceConnectionFactory connectionFactory) {
		boolean reconnects = connectionFactory.getClientConfiguration()
			.getClientOptions()
			.map(ClientOptions::isAutoReconnect)
			.orElse(true);
		Checks.isTrue(reconnects || !connectionFactory.isClusterAware(),
				"connectionFactory must be one that reconnects to the nodes of a cluster, but its ClientOptions have"
						+ " autoReconnect(false); remove that option where the client is customized, or name another"
						+ " factory");
		return connectionFactory;
	}

}
