package io.github.rediscomponents.support;

import java.time.Duration;
import java.util.List;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.resource.ClientResources;

import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisReplication;
import io.github.rediscomponents.test.RedisSentinel;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;

/**
 * Ports to the shared servers of the tests, one each per JVM, and ports of their own for
 * tests that break connections.
 */
public final class TestPorts {

	private static final ClientResources RESOURCES = ClientResources.create();

	private static final Duration TIMEOUT = Duration.ofSeconds(5);

	private TestPorts() {
	}

	public static RedisPort standalone() {
		return Standalone.PORT;
	}

	public static RedisPort cluster() {
		return Cluster.PORT;
	}

	public static RedisPort replication() {
		return Replication.PORT;
	}

	public static RedisPort sentinel() {
		return Sentinel.PORT;
	}

	public static RedisPort open(RedisServer server) {
		return open(server.uri());
	}

	public static RedisPort open(String uri) {
		return open(uri, TIMEOUT);
	}

	/**
	 * A port with a client of its own, as another process would have.
	 */
	public static RedisPort open(String uri, Duration timeout) {
		RedisClient client = RedisClient.create(RESOURCES, RedisURI.create(uri));
		return RedisPort.open(RedisConnector.of(() -> client), new Background(), timeout);
	}

	public static RedisPort open(RedisCluster cluster) {
		return open(cluster.uris().stream().map(String::valueOf).toList(), TIMEOUT);
	}

	/**
	 * A port to one server, or to the cluster whose nodes these are.
	 */
	public static RedisPort open(List<String> uris, Duration timeout) {
		if (uris.size() == 1) {
			return open(uris.get(0), timeout);
		}
		RedisClusterClient client = RedisClusterClient.create(RESOURCES, uris.stream().map(RedisURI::create).toList());
		return RedisPort.open(RedisConnector.of(() -> client), new Background(), timeout);
	}

	public static RedisPort open(RedisReplication redis) {
		return open(redis, TIMEOUT);
	}

	public static RedisPort open(RedisReplication redis, Duration timeout) {
		RedisClient client = RedisClient.create(RESOURCES);
		List<RedisURI> nodes = redis.uris().stream().map((uri) -> RedisURI.create(String.valueOf(uri))).toList();
		return RedisPort.open(RedisConnector.ofMasterReplica(() -> client, nodes), new Background(), timeout);
	}

	public static RedisPort open(RedisSentinel redis) {
		return open(redis.uri());
	}

	public static RedisPort open(RedisSentinel redis, Duration timeout) {
		return open(redis.uri(), timeout);
	}

	/**
	 * Connects with patience: the first connection of a JVM can take longer than a
	 * command or a lease of a test.
	 */
	public static RedisPort connected(RedisPort port) {
		port.withTimeout(Duration.ofSeconds(30)).call((commands) -> commands.ping());
		return port;
	}

	private static final class Replication {

		static final RedisPort PORT = connected(open(SharedRedis.replication()));

	}

	private static final class Sentinel {

		static final RedisPort PORT = connected(open(SharedRedis.sentinel()));

	}

	private static final class Standalone {

		static final RedisPort PORT = connected(open(SharedRedis.standalone()));

	}

	private static final class Cluster {

		static final RedisPort PORT = connected(open(SharedRedis.cluster()));

	}

}
