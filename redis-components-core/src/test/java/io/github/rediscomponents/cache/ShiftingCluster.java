// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.awaitility.core.ConditionTimeoutException;

import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisServer;

/**
 * A cluster of three masters with a replica each. Masters are replaced and slots move
 * when a test says so, and at no other time.
 */
final class ShiftingCluster implements AutoCloseable {

	private static final int SHARDS = 3;

	private static final int SLOTS = 16384;

	/** Masters vote once in twice this time for a successor of the same one. */
	private static final String NODE_TIMEOUT_MILLIS = "3000";

	/**
	 * More than four times the node timeout. For that time a node that was elected takes
	 * the old votes for those of its next election, becomes a master of the old epoch,
	 * and loses its slots to its predecessor.
	 */
	private static final long ELECTION_NANOS = Duration.ofSeconds(13).toNanos();

	/** The end of a log that is told of. */
	private static final int LOG_LINES = 60;

	private static final long AGAIN_NANOS = Duration.ofSeconds(2).toNanos();

	private final RedisCluster formed;

	private final RedisServer[] masters;

	private final RedisServer[] replicas;

	/** The shard of each slot. */
	private final int[] owners = IntStream.range(0, SLOTS).map((slot) -> shardAtStart(slot)).toArray();

	/** When nodes were elected. */
	private final Map<RedisServer, Long> elected = new HashMap<>();

	private ShiftingCluster(RedisCluster formed, RedisServer[] replicas) {
		this.formed = formed;
		this.masters = formed.nodes().toArray(RedisServer[]::new);
		this.replicas = replicas;
	}

	/** Returns when each master has a replica that is in sync. */
	static ShiftingCluster start() {
		RedisCluster formed = RedisCluster.builder()
			.setting("cluster-node-timeout", NODE_TIMEOUT_MILLIS)
			.setting("cluster-replica-no-failover", "yes")
			.setting("repl-diskless-sync", "yes")
			.setting("repl-diskless-sync-delay", "0")
			.start();
		RedisServer[] replicas = new RedisServer[SHARDS];
		try {
			for (int i = 0; i < SHARDS; i++) {
				replicas[i] = RedisServer.builder()
					.setting("cluster-enabled", "yes")
					.setting("cluster-config-file", "nodes.conf")
					.setting("cluster-node-timeout", NODE_TIMEOUT_MILLIS)
					.setting("cluster-announce-ip", "127.0.0.1")
					.setting("cluster-replica-no-failover", "yes")
					.setting("repl-diskless-sync", "yes")
					.setting("repl-diskless-sync-delay", "0")
					.start();
			}
			ShiftingCluster cluster = new ShiftingCluster(formed, replicas);
			cluster.join();
			return cluster;
		}
		catch (RuntimeException ex) {
			Stream.of(replicas).filter((replica) -> replica != null).forEach(RedisServer::close);
			formed.close();
			throw ex;
		}
	}

	private void join() {
		for (RedisServer replica : this.replicas) {
			for (RedisServer master : this.masters) {
				replica.command("CLUSTER", "MEET", master.host(), String.valueOf(master.port()));
			}
		}
		for (int i = 0; i < SHARDS; i++) {
			RedisServer replica = this.replicas[i];
			String id = id(this.masters[i]);
			until(() -> "OK".equals(replica.command("CLUSTER", "REPLICATE", id)));
		}
		until(() -> IntStream.range(0, SHARDS).allMatch(this::isInSync));
		until(() -> nodes().allMatch((node) -> String.valueOf(node.command("CLUSTER", "INFO"))
			.contains("cluster_known_nodes:" + 2 * SHARDS)));
	}

	private static int shardAtStart(int slot) {
		// As the cluster was formed: evenly and in order.
		int shard = 0;
		while (slot >= (shard + 1) * SLOTS / SHARDS) {
			shard++;
		}
		return shard;
	}

	List<String> uris() {
		return nodes().map(RedisServer::uri).toList();
	}

	RedisServer replica(int shard) {
		return this.replicas[shard];
	}

	/** The shard of a key. */
	int shardOf(String key) {
		return this.owners[slot(key)];
	}

	List<RedisServer> masters() {
		return List.of(this.masters);
	}

	Stream<RedisServer> nodes() {
		return Stream.concat(Stream.of(this.masters), Stream.of(this.replicas));
	}

	/**
	 * Promotes the replica of a master that a test loses.
	 * @param shard of the master
	 * @param loss kills the first, given the second
	 */
	void replace(int shard, BiConsumer<RedisServer, RedisServer> loss) {
		loss.accept(this.masters[shard], this.replicas[shard]);
		promoteReplicaOfDeadMaster(shard);
		restartDeadMaster(shard);
	}

	/** Returns when the replica is the master, without an election. */
	void promoteReplicaOfDeadMaster(int shard) {
		promote(shard, "TAKEOVER");
	}

	/** Returns when it is a replica that is in sync. */
	void restartDeadMaster(int shard) {
		this.replicas[shard].restart();
		until(() -> isInSync(shard));
	}

	/** Exchanges a master and its replica; the master waits, so nothing is lost. */
	void handOver(int shard) {
		RedisServer next = this.replicas[shard];
		Long last = this.elected.get(next);
		until(() -> last == null || System.nanoTime() - last > ELECTION_NANOS);
		promote(shard);
		this.elected.put(next, System.nanoTime());
		until(() -> isInSync(shard));
	}

	private void promote(int shard, String... how) {
		RedisServer next = this.replicas[shard];
		String[] command = Stream.concat(Stream.of("CLUSTER", "FAILOVER"), Stream.of(how)).toArray(String[]::new);
		long[] asked = { System.nanoTime() - AGAIN_NANOS };
		until(() -> {
			boolean promoted = role(next).get(0).equals("master");
			// Again after a while: the others may not have voted in time.
			if (!promoted && System.nanoTime() - asked[0] >= AGAIN_NANOS) {
				next.command(command);
				asked[0] = System.nanoTime();
			}
			return promoted;
		});
		this.replicas[shard] = this.masters[shard];
		this.masters[shard] = next;
	}

	private boolean knowsOwners(RedisServer node) {
		int known = 0;
		for (Object range : (List<?>) node.command("CLUSTER", "SLOTS")) {
			List<?> parts = (List<?>) range;
			String port = String.valueOf(((List<?>) parts.get(2)).get(1));
			for (int slot = number(parts.get(0)); slot <= number(parts.get(1)); slot++) {
				known += port.equals(String.valueOf(this.masters[this.owners[slot]].port())) ? 1 : 0;
			}
		}
		return known == SLOTS;
	}

	private static int number(Object reply) {
		return Integer.parseInt(String.valueOf(reply));
	}

	private boolean isInSync(int shard) {
		List<?> role = role(this.replicas[shard]);
		return role.get(0).equals("slave") && role.get(3).equals("connected")
				&& role.get(2).equals(String.valueOf(this.masters[shard].port()));
	}

	/**
	 * Moves slots that have keys from one master to another, key by key, while clients
	 * use them.
	 * @param from the shard that gives slots
	 * @param to the shard that gets them
	 * @param most how many slots at most
	 */
	void reshard(int from, int to, int most) {
		((List<?>) this.masters[from].command("KEYS", "*")).stream()
			.map((key) -> slot(String.valueOf(key)))
			.distinct()
			.limit(most)
			.forEach((slot) -> move(slot, from, to));
		// A replica that has not heard of a slot would not take it over with the others.
		until(() -> nodes().allMatch(this::knowsOwners));
	}

	private void move(int slot, int from, int to) {
		move(slot, this.masters[from], this.masters[to], masters());
		this.owners[slot] = to;
	}

	/**
	 * Moves a slot, key by key.
	 * @param masters all masters
	 */
	static void move(int slot, RedisServer from, RedisServer to, List<RedisServer> masters) {
		String number = String.valueOf(slot);
		String source = id(from);
		String target = id(to);
		to.command("CLUSTER", "SETSLOT", number, "IMPORTING", source);
		from.command("CLUSTER", "SETSLOT", number, "MIGRATING", target);
		for (Collection<?> keys = keys(from, slot); !keys.isEmpty(); keys = keys(from, slot)) {
			Stream<String> command = Stream.of("MIGRATE", "127.0.0.1", String.valueOf(to.port()), "", "0", "5000",
					"KEYS");
			from.command(Stream.concat(command, keys.stream().map(String::valueOf)).toArray(String[]::new));
		}
		// The new owner first: if it died now, the slot would still have one.
		masters.stream()
			.sorted(Comparator.comparing((master) -> master != to))
			.forEach((master) -> master.command("CLUSTER", "SETSLOT", number, "NODE", target));
	}

	private static List<?> keys(RedisServer master, int slot) {
		return (List<?>) master.command("CLUSTER", "GETKEYSINSLOT", String.valueOf(slot), "1000");
	}

	private int slot(String key) {
		return number(this.masters[0].command("CLUSTER", "KEYSLOT", key));
	}

	private static String id(RedisServer server) {
		return String.valueOf(server.command("CLUSTER", "MYID"));
	}

	private static List<?> role(RedisServer server) {
		return (List<?>) server.command("ROLE");
	}

	private void until(BooleanSupplier condition) {
		try {
			CoherenceGround.until(condition);
		}
		catch (ConditionTimeoutException ex) {
			throw new AssertionError("The cluster did not come to rest:\n"
					+ nodes().map(ShiftingCluster::view).collect(Collectors.joining("\n")), ex);
		}
	}

	private static String view(RedisServer node) {
		List<String> log = node.log().lines().toList();
		return node.port() + " " + role(node) + "\n" + node.command("CLUSTER", "NODES")
				+ String.join("\n", log.subList(Math.max(0, log.size() - LOG_LINES), log.size()));
	}

	@Override
	public void close() {
		Stream.of(this.replicas).forEach(RedisServer::close);
		Stream.of(this.masters).forEach(RedisServer::close);
		this.formed.close();
	}

}
