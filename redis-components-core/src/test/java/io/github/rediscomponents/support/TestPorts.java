// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.time.Duration;
import java.util.List;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.resource.ClientResources;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.server.RedisConnector;
import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisReplication;
import io.github.rediscomponents.test.RedisSentinel;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.RedisTopology;
import io.github.rediscomponents.test.SharedRedis;

/**
 * Ports to the shared servers of the tests, one each per JVM, and ports of their own for
 * tests that break connections.
 */
public final class TestPorts {

	private static final ClientResources RESOURCES = ClientResources.create();

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private TestPorts() {
	}

	/**
	 * The port to the shared servers of a topology.
	 */
	public static CommandPort of(RedisTopology topology) {
		return switch (topology) {
			case STANDALONE -> standalone();
			case REPLICATION -> replication();
			case SENTINEL -> sentinel();
			case CLUSTER -> cluster();
		};
	}

	public static CommandPort standalone() {
		return Standalone.PORT;
	}

	public static CommandPort cluster() {
		return Cluster.PORT;
	}

	public static CommandPort replication() {
		return Replication.PORT;
	}

	public static CommandPort sentinel() {
		return Sentinel.PORT;
	}

	/**
	 * A port of its own to the shared servers of a topology, as another process would
	 * have.
	 */
	public static CommandPort open(RedisTopology topology) {
		return switch (topology) {
			case STANDALONE -> open(SharedRedis.standalone());
			case REPLICATION -> open(SharedRedis.replication());
			case SENTINEL -> open(SharedRedis.sentinel());
			case CLUSTER -> open(SharedRedis.cluster());
		};
	}

	public static CommandPort open(RedisServer server) {
		return open(server.uri());
	}

	public static CommandPort open(String uri) {
		return open(uri, TIMEOUT);
	}

	/**
	 * A port with a client of its own, as another process would have.
	 */
	public static CommandPort open(String uri, Duration timeout) {
		RedisClient client = RedisClient.create(RESOURCES, RedisURI.create(uri));
		return CommandPort.open(RedisConnector.of(() -> client), new Background(), timeout);
	}

	public static CommandPort open(RedisCluster cluster) {
		return open(cluster.uris().stream().map(String::valueOf).toList(), TIMEOUT);
	}

	/**
	 * A port to one server, or to the cluster whose nodes these are.
	 */
	public static CommandPort open(List<String> uris, Duration timeout) {
		if (uris.size() == 1) {
			return open(uris.get(0), timeout);
		}
		RedisClusterClient client = RedisClusterClient.create(RESOURCES, uris.stream().map(RedisURI::create).toList());
		return CommandPort.open(RedisConnector.of(() -> client), new Background(), timeout);
	}

	public static CommandPort open(RedisReplication redis) {
		return open(redis, TIMEOUT);
	}

	public static CommandPort open(RedisReplication redis, Duration timeout) {
		RedisClient client = RedisClient.create(RESOURCES);
		List<RedisURI> nodes = redis.uris().stream().map((uri) -> RedisURI.create(String.valueOf(uri))).toList();
		return CommandPort.open(RedisConnector.ofMasterReplica(() -> client, nodes), new Background(), timeout);
	}

	public static CommandPort open(RedisSentinel redis) {
		return open(redis.uri());
	}

	public static CommandPort open(RedisSentinel redis, Duration timeout) {
		return open(redis.uri(), timeout);
	}

	/**
	 * Connects with patience: the first connection of a JVM can take longer than a
	 * command or a lease of a test.
	 */
	public static CommandPort connected(CommandPort port) {
		port.withTimeout(Duration.ofSeconds(30)).call((commands) -> commands.ping());
		return port;
	}

	private static final class Replication {

		static final CommandPort PORT = connected(open(SharedRedis.replication()));

	}

	private static final class Sentinel {

		static final CommandPort PORT = connected(open(SharedRedis.sentinel()));

	}

	private static final class Standalone {

		static final CommandPort PORT = connected(open(SharedRedis.standalone()));

	}

	private static final class Cluster {

		static final CommandPort PORT = connected(open(SharedRedis.cluster()));

	}

}
