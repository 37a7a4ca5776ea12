// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.server;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;

/**
 * Makes the connections of the components out of the application's own Lettuce client,
 * which it never closes.
 *
 * @since 1.0.0
 */
public interface RedisConnector extends AutoCloseable {

	/** Keys are UTF-8 text, values are bytes. */
	RedisCodec<String, byte[]> CODEC = RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);

	/**
	 * Connects for commands. Blocks.
	 * @return a connection that reads from and writes to primaries
	 */
	StatefulConnection<String, byte[]> connect();

	/**
	 * Connects for pub/sub. Blocks.
	 * @return a connection of its own
	 */
	StatefulRedisPubSubConnection<String, byte[]> connectPubSub();

	/**
	 * Reads the topology of a cluster anew, for all connections of the client; does
	 * nothing without a cluster. Blocks.
	 */
	default void refreshTopology() {
	}

	/**
	 * Returns whether the calling thread serves connections of the client. It must not
	 * wait for a reply, which it may have to read itself.
	 * @return false for a thread whose connections were all made before the first one of
	 * this connector
	 */
	default boolean isServing() {
		return false;
	}

	/**
	 * Returns what the server is used for.
	 * @return any component, unless there are several servers
	 */
	default ServerUse use() {
		return ServerUse.ANY;
	}

	/**
	 * Looks for a reason that no connection can be made which the failure does not name.
	 * Blocks for some seconds.
	 * @return what is wrong and what to change; empty if nothing is known
	 */
	default Optional<String> likelyCause() {
		return Optional.empty();
	}

	/** Closes a client of its own, of which the default has none. */
	@Override
	default void close() {
	}

	/**
	 * Connects with a client that has the addresses: standalone, Sentinel or cluster.
	 * @param client gives the client; called at each connect
	 * @return the connector
	 */
	static RedisConnector of(Supplier<? extends AbstractRedisClient> client) {
		return new ClientConnector(client);
	}

	/**
	 * Connects to a primary whose replicas are listed beside it. The primary is found at
	 * each connect, by querying all of them; Lettuce's own master-replica connection
	 * determines it once.
	 * @param client gives the client; called at each connect
	 * @param nodes every node, in any order
	 * @return the connector
	 */
	static RedisConnector ofMasterReplica(Supplier<RedisClient> client, List<RedisURI> nodes) {
		return new ListedNodes(client, nodes);
	}

}
