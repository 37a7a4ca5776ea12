// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.Stream.Builder;

/**
 * Makes a cluster of servers that do not know each other yet, with the commands that
 * Redis 6.2 has. Replicas would join between {@link #introduce} and
 * {@link #awaitAgreement} ({@code CLUSTER REPLICATE}).
 */
final class ClusterFormation {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final int SLOTS_PER_COMMAND = 2048;

	private final List<RedisServer> masters;

	private ClusterFormation(List<RedisServer> masters) {
		this.masters = masters;
	}

	static void form(List<RedisServer> masters) {
		ClusterFormation formation = new ClusterFormation(masters);
		formation.assignSlots();
		formation.introduce();
		awaitAgreement(masters);
	}

	/**
	 * Returns when every node has every other in its table and reports
	 * {@code cluster_state:ok}.
	 * @throws RedisStartException if that takes too long
	 */
	static void awaitAgreement(List<RedisServer> masters) {
		if (!Poll.until(PATIENCE, () -> masters.stream().allMatch((node) -> isComplete(node, masters.size())))) {
			StringBuilder message = new StringBuilder("The cluster was not complete " + Poll.limit(PATIENCE) + ":");
			masters.forEach((node) -> message.append('\n')
				.append(node)
				.append('\n')
				.append(node.command("CLUSTER", "INFO"))
				.append(node.command("CLUSTER", "NODES")));
			throw new RedisStartException(message.toString());
		}
	}

	/**
	 * The first slot of a master; its last is the one before the first of the next.
	 */
	static int firstSlot(int master, int masters) {
		return master * ClusterSlots.COUNT / masters;
	}

	private void assignSlots() {
		for (int i = 0; i < this.masters.size(); i++) {
			RedisServer master = this.masters.get(i);
			// Different epochs from the start: nothing to resolve once the nodes meet.
			master.command("CLUSTER", "SET-CONFIG-EPOCH", String.valueOf(i + 1));
			int end = firstSlot(i + 1, this.masters.size());
			for (int slot = firstSlot(i, this.masters.size()); slot < end; slot += SLOTS_PER_COMMAND) {
				master.command(addSlots(slot, Math.min(slot + SLOTS_PER_COMMAND, end)));
			}
		}
	}

	private static String[] addSlots(int from, int to) {
		Builder<String> command = Stream.<String>builder().add("CLUSTER").add("ADDSLOTS");
		for (int slot = from; slot < to; slot++) {
			command.add(String.valueOf(slot));
		}
		return command.build().toArray(String[]::new);
	}

	private void introduce() {
		// Every pair, not a chain: waiting for gossip takes longer.
		for (RedisServer one : this.masters) {
			for (RedisServer other : this.masters.subList(this.masters.indexOf(one) + 1, this.masters.size())) {
				one.command("CLUSTER", "MEET", other.host(), String.valueOf(other.port()));
			}
		}
	}

	private static boolean isComplete(RedisServer node, int masters) {
		Map<String, String> info = ServerInfo.fields(String.valueOf(node.command("CLUSTER", "INFO")));
		String size = String.valueOf(masters);
		return "ok".equals(info.get("cluster_state")) && size.equals(info.get("cluster_size"))
				&& size.equals(info.get("cluster_known_nodes"))
				&& String.valueOf(ClusterSlots.COUNT).equals(info.get("cluster_slots_ok"));
	}

}
