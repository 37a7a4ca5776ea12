// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.link;

import java.net.SocketAddress;
import java.util.Locale;

import io.lettuce.core.LettuceVersion;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.support.FailureLog;

/**
 * The name that CLIENT LIST shows of a connection: the client name of the application,
 * and what the connection is for, such as {@code shop:redis-components:pubsub}. From
 * Redis 7.2 on, the name of the library shows the components behind Lettuce, too. Given
 * anew after each reconnect, because Lettuce gives the application's. A server that
 * refuses CLIENT, and a connection to a cluster, which has one to each node, keep the
 * names of the application and of Lettuce.
 */
public enum ConnectionName {

	COMMANDS, PUBSUB, READER, REPLICATED, TRACKING;

	private static final Logger logger = LoggerFactory.getLogger(ConnectionName.class);

	private static final String OWN = "redis-components:";

	private static final String LIBRARY = library(RedisComponents.class.getPackage().getImplementationVersion());

	/**
	 * Names a connection, now and after each reconnect. Returns at once.
	 * @param connection a new connection
	 */
	public void give(StatefulConnection<String, byte[]> connection) {
		if (connection instanceof StatefulRedisConnection<String, byte[]> single) {
			connection.addListener(new Watch(single));
			set(single);
		}
	}

	private void set(StatefulRedisConnection<String, byte[]> connection) {
		try {
			RedisAsyncCommands<String, byte[]> commands = connection.async();
			commands.clientGetname()
				.thenCompose((known) -> commands.clientSetname(after(known)))
				.whenComplete((done, failure) -> {
					if (failure != null) {
						FailureLog.debug(logger, failure, "A connection keeps its name");
					}
				});
			commands.clientSetinfo("lib-name", LIBRARY).whenComplete((done, failure) -> {
				if (failure != null) {
					FailureLog.debug(logger, failure, "A connection keeps the name of its library");
				}
			});
		}
		catch (RuntimeException ex) {
			FailureLog.debug(logger, ex, "A connection keeps its name");
		}
	}

	/**
	 * Returns the name of the library in the form of Redis for what stands upon a client.
	 * @param version the version of the components, null if unknown
	 * @return the client, and in brackets the components
	 */
	public static String library(@Nullable String version) {
		return LettuceVersion.getName() + "(redis-components" + ((version != null) ? "_v" + version : "") + ")";
	}

	private String after(@Nullable String known) {
		String application = (known != null) ? known : "";
		int own = application.indexOf(OWN);
		String base = (own >= 0) ? application.substring(0, own) : application.isEmpty() ? "" : application + ":";
		return base + OWN + name().toLowerCase(Locale.ROOT);
	}

	private final class Watch implements RedisConnectionStateListener {

		private final StatefulRedisConnection<String, byte[]> watched;

		Watch(StatefulRedisConnection<String, byte[]> watched) {
			this.watched = watched;
		}

		@Override
		public void onRedisConnected(RedisChannelHandler<?, ?> handler, SocketAddress address) {
			set(this.watched);
		}

	}

}
