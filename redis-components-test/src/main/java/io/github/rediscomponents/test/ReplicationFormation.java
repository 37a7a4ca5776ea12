// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Makes servers replicas of another, with the commands that Redis 6.2 has.
 */
final class ReplicationFormation {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final Duration PROBE = Duration.ofSeconds(1);

	private ReplicationFormation() {
	}

	/**
	 * Makes a server follow another, and write that into its configuration file.
	 */
	static void follow(RedisServer replica, RedisServer master) {
		replica.command("REPLICAOF", master.host(), String.valueOf(master.port()));
		replica.command("CONFIG", "REWRITE");
	}

	/**
	 * Makes a server a master, and write that into its configuration file.
	 */
	static void promote(RedisServer replica) {
		replica.command("REPLICAOF", "NO", "ONE");
		replica.command("CONFIG", "REWRITE");
	}

	/**
	 * Returns when all replicas have the master's data and receive its writes.
	 * @throws RedisStartException if that takes too long
	 */
	static void awaitInSync(RedisServer master, List<RedisServer> replicas) {
		if (!Poll.until(PATIENCE, () -> knowsReplicas(master, replicas.size())
				&& replicas.stream().allMatch((replica) -> isInSyncWith(master, replica)))) {
			StringBuilder message = new StringBuilder(
					"The replicas were not in sync with " + master + " " + Poll.limit(PATIENCE) + ":\n")
				.append(roleOf(master));
			replicas.forEach((replica) -> message.append('\n').append(replica).append('\n').append(roleOf(replica)));
			throw new RedisStartException(message.toString());
		}
	}

	static boolean isInSync(RedisServer master, List<RedisServer> replicas) {
		return knowsReplicas(master, replicas.size())
				&& replicas.stream().allMatch((replica) -> isInSyncWith(master, replica));
	}

	/**
	 * Returns the role that a server reports.
	 * @return the reply to {@code ROLE}, empty when there is none
	 */
	static List<?> roleOf(RedisServer server) {
		return (ask(server, "ROLE") instanceof List<?> role) ? role : List.of();
	}

	/**
	 * Sends a command to a server that may not answer.
	 * @return the reply, or {@code null} when there is none
	 */
	static @Nullable Object ask(RedisServer server, String... command) {
		try {
			return server.send(PROBE, command);
		}
		catch (UncheckedIOException | RedisReplyException ex) {
			// Dead, paused, or still loading.
			return null;
		}
	}

	static boolean isMaster(RedisServer server) {
		List<?> role = roleOf(server);
		return !role.isEmpty() && "master".equals(role.get(0));
	}

	static boolean isReplicaOf(RedisServer master, RedisServer replica) {
		List<?> role = roleOf(replica);
		return role.size() > 3 && "slave".equals(role.get(0)) && String.valueOf(master.port()).equals(role.get(2));
	}

	private static boolean isInSyncWith(RedisServer master, RedisServer replica) {
		return isReplicaOf(master, replica) && "connected".equals(roleOf(replica).get(3));
	}

	/**
	 * A replica is sent nothing before its first acknowledgement, which may come a second
	 * after it has the data.
	 */
	private static boolean knowsReplicas(RedisServer master, int count) {
		List<?> role = roleOf(master);
		if (role.size() != 3 || !"master".equals(role.get(0))) {
			return false;
		}
		List<?> replicas = (List<?>) role.get(2);
		return replicas.size() == count
				&& replicas.stream().noneMatch((replica) -> "0".equals(String.valueOf(((List<?>) replica).get(2))));
	}

}
