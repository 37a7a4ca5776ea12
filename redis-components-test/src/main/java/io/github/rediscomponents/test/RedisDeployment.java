// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.util.List;
import java.util.Map;

/**
 * One server, a cluster, or servers with replicas, for tests that run on any of them.
 *
 * @since 1.0.0
 */
public sealed interface RedisDeployment extends AutoCloseable
		permits RedisServer, RedisCluster, RedisReplication, RedisSentinel {

	/**
	 * Returns the processes that hold data.
	 * @return one server, the masters of the cluster in the order of their slots, or the
	 * master and its replicas
	 */
	List<RedisServer> nodes();

	/**
	 * Returns the addresses for clients.
	 * @return a URI such as {@code redis://127.0.0.1:16379} for each node, or the one URI
	 * of the Sentinels
	 */
	default List<String> uris() {
		return nodes().stream().map(RedisServer::uri).toList();
	}

	/**
	 * Returns the server that holds a key.
	 * @param key the key, with its hash tag if it has one
	 * @return the node that serves it
	 */
	RedisServer masterFor(String key);

	/**
	 * Deletes all data of all nodes ({@code FLUSHALL}), and returns when it is gone.
	 */
	default void flushAll() {
		nodes().forEach((node) -> node.command("FLUSHALL"));
	}

	/**
	 * Makes all nodes forget all scripts ({@code SCRIPT FLUSH}).
	 */
	default void scriptFlush() {
		nodes().forEach((node) -> node.command("SCRIPT", "FLUSH"));
	}

	/**
	 * Returns the number of executions of each command since the start or
	 * {@link #resetStats()}, summed over all nodes, from {@code INFO commandstats}.
	 * Commands inside scripts count too. {@code INFO} and {@code CONFIG RESETSTAT} are
	 * left out, because this class sends them itself (and with them every other
	 * {@code CONFIG} of Redis 6.2, which does not count subcommands apart; since 7.0
	 * their names read {@code script|load}). So are {@code CLUSTER}, by which clients
	 * learn the topology at moments of their own, and {@code REPLCONF}, which replicas
	 * send.
	 * @return calls by command in lower case; commands never executed are absent
	 */
	Map<String, Long> commandCalls();

	/**
	 * Sets the counters of {@link #commandCalls()} to zero ({@code CONFIG RESETSTAT}).
	 */
	default void resetStats() {
		nodes().forEach((node) -> node.command("CONFIG", "RESETSTAT"));
	}

	/**
	 * Ends every process and deletes temporary data. Closing again does nothing.
	 */
	@Override
	void close();

}
