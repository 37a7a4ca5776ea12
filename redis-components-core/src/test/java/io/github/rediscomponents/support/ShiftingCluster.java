// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

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

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisReplyException;
import io.github.rediscomponents.test.RedisServer;

/**
 * A cluster of three masters with a replica each. Masters are replaced and slots move
 * when a test says so, and at no other time.
 */
public final class ShiftingCluster implements AutoCloseable {

	private static final int SHARDS = 3;

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final Duration POLL = Duration.ofMillis(5);

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
	public static ShiftingCluster start() {
		RedisCluster formed = RedisCluster.builder()
			.setting("cluster-node-timeout", NODE_TIMEOUT_MILLIS)
			.setting("cluster-replica-no-failover", "yes")
			.setting("repl-diskless-sync", "yes")
			.setting("repl-diskless-sync-delay", "0")
			.start();
		RedisServer[] replicas = new RedisServer[SHARDS];
		try {
			for (int i = 0; i < SHARDS; i++) {
				replicas[i] = startNode();
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

	private static RedisServer startNode() {
		return RedisServer.builder()
			.setting("cluster-enabled", "yes")
			.setting("cluster-config-file", "nodes.conf")
			.setting("cluster-node-timeout", NODE_TIMEOUT_MILLIS)
			.setting("cluster-announce-ip", "127.0.0.1")
			.setting("cluster-replica-no-failover", "yes")
			.setting("cluster-allow-replica-migration", "no")
			.setting("repl-diskless-sync", "yes")
			.setting("repl-diskless-sync-delay", "0")
			.start();
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

	/** Starts a master without slots, and returns when every node knows it. */
	public RedisServer add() {
		RedisServer added = startNode();
		nodes().forEach((node) -> added.command("CLUSTER", "MEET", node.host(), String.valueOf(node.port())));
		String id = id(added);
		until(() -> nodes().allMatch((node) -> lists(node, id) && lists(added, id(node))));
		return added;
	}

	private static boolean lists(RedisServer node, String id) {
		return String.valueOf(node.command("CLUSTER", "NODES"))
			.lines()
			.anyMatch((line) -> line.startsWith(id) && !line.contains("handshake"));
	}

	/** Removes a node without slots from the tables of all others; it goes on to run. */
	public void forget(RedisServer removed) {
		String id = id(removed);
		until(() -> nodes().filter((node) -> node != removed).allMatch((node) -> forgets(node, id)));
	}

	/** A node that was added late may not have heard of the other one. */
	private static boolean forgets(RedisServer node, String id) {
		if (lists(node, id)) {
			node.command("CLUSTER", "FORGET", id);
		}
		return !lists(node, id);
	}

	/**
	 * Moves slots that have keys, key by key.
	 * @param from a master, perhaps an added one
	 * @param to another one
	 */
	public void moveSlots(RedisServer from, RedisServer to) {
		List<RedisServer> all = Stream.concat(Stream.of(from, to), Stream.of(this.masters)).distinct().toList();
		slotsWithKeys(from).forEach((slot) -> move(slot, from, to, all));
	}

	/** Puts two new nodes in the places of a master and its replica, which end. */
	public void replaceNodes(int shard) {
		RedisServer master = this.masters[shard];
		RedisServer replica = this.replicas[shard];
		RedisServer next = add();
		String id = id(master);
		until(() -> "OK".equals(next.command("CLUSTER", "REPLICATE", id)));
		this.replicas[shard] = next;
		until(() -> isInSync(shard));
		promote(shard);
		RedisServer second = add();
		until(() -> "OK".equals(second.command("CLUSTER", "REPLICATE", id(next))));
		until(() -> role(master).get(0).equals("slave"));
		this.replicas[shard] = second;
		until(() -> isInSync(shard));
		Stream.of(master, replica).forEach((old) -> {
			forget(old);
			old.close();
		});
	}

	private static int shardAtStart(int slot) {
		// As the cluster was formed: evenly and in order.
		int shard = 0;
		while (slot >= (shard + 1) * SLOTS / SHARDS) {
			shard++;
		}
		return shard;
	}

	public List<String> uris() {
		return nodes().map(RedisServer::uri).toList();
	}

	public RedisServer replica(int shard) {
		return this.replicas[shard];
	}

	/** The shard of a key. */
	public int shardOf(String key) {
		return this.owners[slot(key)];
	}

	public List<RedisServer> masters() {
		return List.of(this.masters);
	}

	public Stream<RedisServer> nodes() {
		return Stream.concat(Stream.of(this.masters), Stream.of(this.replicas));
	}

	/**
	 * Promotes the replica of a master that a test loses.
	 * @param shard of the master
	 * @param loss kills the first, given the second
	 */
	public void replace(int shard, BiConsumer<RedisServer, RedisServer> loss) {
		loss.accept(this.masters[shard], this.replicas[shard]);
		promoteReplicaOfDeadMaster(shard);
		restartDeadMaster(shard);
	}

	/** Returns when the replica is the master, without an election. */
	public void promoteReplicaOfDeadMaster(int shard) {
		promote(shard, "TAKEOVER");
	}

	/** Returns when it is a replica that is in sync. */
	public void restartDeadMaster(int shard) {
		this.replicas[shard].restart();
		until(() -> isInSync(shard));
	}

	/** Returns when a former master is a replica that is in sync. */
	public void awaitReplica(int shard) {
		until(() -> isInSync(shard));
	}

	/** Returns when a replica that has everything so far gets nothing more. */
	public void cutReplica(int shard) {
		RedisServer replica = this.replicas[shard];
		long offset = number(role(this.masters[shard]).get(1));
		until(() -> number(role(replica).get(4)) >= offset);
		replica.command("CONFIG", "SET", "masterauth", "wrong");
		this.masters[shard].command("CLIENT", "KILL", "TYPE", "replica");
		until(() -> !isInSync(shard));
	}

	/** Exchanges a master and its replica; the master waits, so nothing is lost. */
	public void handOver(int shard) {
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
	public void reshard(int from, int to, int most) {
		slotsWithKeys(this.masters[from]).limit(most).forEach((slot) -> move(slot, from, to));
		// A replica that has not heard of a slot would not take it over with the others.
		until(() -> nodes().allMatch(this::knowsOwners));
	}

	private Stream<Integer> slotsWithKeys(RedisServer master) {
		return ((List<?>) master.command("KEYS", "*")).stream().map((key) -> slot(String.valueOf(key))).distinct();
	}

	private void move(int slot, int from, int to) {
		move(slot, this.masters[from], this.masters[to], masters());
		this.owners[slot] = to;
	}

	/**
	 * Moves a slot, key by key.
	 * @param masters all masters
	 */
	public static void move(int slot, RedisServer from, RedisServer to, List<RedisServer> masters) {
		String number = String.valueOf(slot);
		String source = id(from);
		String target = id(to);
		to.command("CLUSTER", "SETSLOT", number, "IMPORTING", source);
		from.command("CLUSTER", "SETSLOT", number, "MIGRATING", target);
		for (Collection<?> keys = keys(from, slot); !keys.isEmpty(); keys = keys(from, slot)) {
			Stream<String> command = Stream.of("MIGRATE", "127.0.0.1", String.valueOf(to.port()), "", "0", "20000",
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
			Awaitility.await()
				.atMost(PATIENCE)
				.pollDelay(Duration.ZERO)
				.pollInterval(POLL)
				.ignoreExceptionsInstanceOf(RedisReplyException.class)
				.until(condition::getAsBoolean);
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
