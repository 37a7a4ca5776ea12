// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.resource.ClientResources;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.acl.TestUsers;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.server.RedisConnector;
import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.RedisReplication;
import io.github.rediscomponents.test.RedisSentinel;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.RedisTopology;
import io.github.rediscomponents.test.SharedRedis;

import static org.awaitility.Awaitility.await;

/**
 * Ports to the shared servers of the tests, one each per JVM, and ports of their own for
 * tests that break connections.
 */
public final class TestPorts {

	private static final ClientResources RESOURCES = ClientResources.create();

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	/** By topology and user. */
	private static final Map<String, CommandPort> PORTS = new ConcurrentHashMap<>();

	private TestPorts() {
	}

	/**
	 * The port to the shared servers of a topology.
	 */
	public static CommandPort of(RedisTopology topology) {
		return of(topology, TestUsers.of(topology));
	}

	/**
	 * The port of the default user to the shared servers of a topology, for commands that
	 * are not those of a component.
	 */
	public static CommandPort admin(RedisTopology topology) {
		return of(topology, "");
	}

	private static CommandPort of(RedisTopology topology, String user) {
		return PORTS.computeIfAbsent(topology + " " + user, (name) -> connected(open(topology, user)));
	}

	public static CommandPort standalone() {
		return of(RedisTopology.STANDALONE);
	}

	public static CommandPort cluster() {
		return of(RedisTopology.CLUSTER);
	}

	public static CommandPort replication() {
		return of(RedisTopology.REPLICATION);
	}

	public static CommandPort sentinel() {
		return of(RedisTopology.SENTINEL);
	}

	/**
	 * A port of its own to the shared servers of a topology, as another process would
	 * have.
	 */
	public static CommandPort open(RedisTopology topology) {
		return open(topology, TestUsers.of(topology));
	}

	private static CommandPort open(RedisTopology topology, String user) {
		return switch (topology) {
			case STANDALONE -> single(SharedRedis.standalone().uri(), user, TIMEOUT);
			case REPLICATION -> listed(SharedRedis.replication(), user, TIMEOUT);
			case SENTINEL -> single(SharedRedis.sentinel().uri(), user, TIMEOUT);
			case CLUSTER -> cluster(uris(SharedRedis.cluster()), user, TIMEOUT);
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
		return single(uri, TestUsers.ofOwnServers(), timeout);
	}

	public static CommandPort open(RedisCluster cluster) {
		return open(uris(cluster), TIMEOUT);
	}

	/**
	 * A port to one server, or to the cluster whose nodes these are.
	 */
	public static CommandPort open(List<String> uris, Duration timeout) {
		if (uris.size() == 1) {
			return open(uris.get(0), timeout);
		}
		return cluster(uris, TestUsers.ofOwnServers(), timeout);
	}

	public static CommandPort open(RedisReplication redis) {
		return open(redis, TIMEOUT);
	}

	public static CommandPort open(RedisReplication redis, Duration timeout) {
		return listed(redis, TestUsers.ofOwnServers(), timeout);
	}

	public static CommandPort open(RedisSentinel redis) {
		return open(redis.uri());
	}

	public static CommandPort open(RedisSentinel redis, Duration timeout) {
		return open(redis.uri(), timeout);
	}

	private static CommandPort single(String uri, String user, Duration timeout) {
		RedisClient client = RedisClient.create(RESOURCES, TestUsers.uri(uri, user));
		return CommandPort.open(RedisConnector.of(() -> client), new Background(), timeout);
	}

	private static CommandPort cluster(List<String> uris, String user, Duration timeout) {
		RedisClusterClient client = RedisClusterClient.create(RESOURCES, addresses(uris, user));
		return CommandPort.open(RedisConnector.of(() -> client), new Background(), timeout);
	}

	private static CommandPort listed(RedisReplication redis, String user, Duration timeout) {
		RedisClient client = RedisClient.create(RESOURCES);
		List<RedisURI> nodes = addresses(uris(redis), user);
		return CommandPort.open(RedisConnector.ofMasterReplica(() -> client, nodes), new Background(), timeout);
	}

	private static List<String> uris(RedisDeployment redis) {
		return redis.uris().stream().map(String::valueOf).toList();
	}

	private static List<RedisURI> addresses(List<String> uris, String user) {
		return uris.stream().map((uri) -> TestUsers.uri(uri, user)).toList();
	}

	/**
	 * Connects with patience: the first connection of a JVM can take longer than a
	 * command or a lease of a test, and a process can begin while a server restarts.
	 */
	public static CommandPort connected(CommandPort port) {
		CommandPort patient = port.withTimeout(Duration.ofSeconds(30));
		await().atMost(Duration.ofMinutes(1))
			.pollDelay(Duration.ZERO)
			.ignoreExceptionsInstanceOf(RedisUnavailableException.class)
			.until(() -> patient.call((commands) -> commands.ping()) != null);
		return port;
	}

}
