// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.topology;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Rounds of reading the topology and installing it in the view of the client. For use by
 * one thread at a time, except for {@link #readmit}.
 */
final class TopologyRounds {

	private static final Logger logger = LoggerFactory.getLogger(TopologyRounds.class);

	private final ClusterReports reports = new ClusterReports();

	private final LeftNodes left = new LeftNodes();

	/** What the connections that follow this have been given last. */
	private List<RedisClusterNode> given = List.of();

	/**
	 * Does one round. Blocks for at most 300 ms.
	 * @param cluster the connection on which the nodes are asked
	 * @param depth how many nodes are asked
	 */
	Outcome run(StatefulRedisClusterConnection<String, byte[]> cluster, Depth depth) {
		Partitions known = cluster.getPartitions();
		if (this.given.isEmpty()) {
			this.given = List.copyOf(known);
		}
		Collection<Partitions> read = this.reports.read(cluster, depth);
		Optional<ClusterView> merged = ClusterView.of(known, read);
		merged.ifPresent((view) -> install(known, view, filter(cluster)));
		boolean changed = !isSame(this.given, List.copyOf(known));
		this.given = List.copyOf(known);
		return new Outcome(!read.isEmpty(), changed, isTrouble(known, merged));
	}

	/** Allows nodes that were left out to come back at once. */
	void readmit() {
		this.left.readmit();
	}

	/** Returns the nodes that serve slots. */
	static Set<String> masters(Collection<RedisClusterNode> view) {
		return view.stream()
			.filter((node) -> node.is(NodeFlag.UPSTREAM) && !node.hasNoSlots())
			.map(RedisClusterNode::getNodeId)
			.collect(Collectors.toUnmodifiableSet());
	}

	/** Returns the nodes that serve slots, and their replicas. */
	static Set<String> serving(Collection<RedisClusterNode> view) {
		Set<String> masters = masters(view);
		return view.stream()
			.filter((node) -> masters.contains(node.getNodeId())
					|| (node.getSlaveOf() != null && masters.contains(node.getSlaveOf())))
			.map(RedisClusterNode::getNodeId)
			.collect(Collectors.toUnmodifiableSet());
	}

	private static Predicate<RedisClusterNode> filter(StatefulRedisClusterConnection<String, byte[]> cluster) {
		return (cluster.getOptions() instanceof ClusterClientOptions options) ? options.getNodeFilter()
				: (node) -> true;
	}

	/**
	 * Changes the view in place, because new connections of the client are made from it.
	 * Nodes that are as they were stay the same objects at the same places: an
	 * application that reads from replicas sorts them by what it measured.
	 */
	private void install(Partitions known, ClusterView view, Predicate<RedisClusterNode> filter) {
		Set<String> silent = this.reports.silent();
		Map<String, RedisClusterNode> wanted = new LinkedHashMap<>();
		view.members()
			.stream()
			.filter(filter)
			.filter((member) -> !this.left.contains(view, member, known.getPartitionByNodeId(member.getNodeId()),
					silent.contains(member.getNodeId())))
			.forEach((member) -> wanted.put(member.getNodeId(), member));
		List<RedisClusterNode> next = new ArrayList<>();
		for (RedisClusterNode present : known) {
			RedisClusterNode member = wanted.remove(present.getNodeId());
			if (member != null) {
				next.add(ClusterView.isSame(present, member) ? present : member);
			}
		}
		next.addAll(wanted.values());
		if (!next.equals(List.copyOf(known)) || next.stream().anyMatch((node) -> !isIn(known, node))) {
			log(known, next);
			known.reload(next);
		}
	}

	private static void log(Partitions known, List<RedisClusterNode> next) {
		Level level = masters(known).equals(masters(next)) && known.size() == next.size() ? Level.DEBUG : Level.INFO;
		logger.atLevel(level)
			.log("The topology of the cluster has changed: {} nodes; masters {}", next.size(),
					next.stream().filter((node) -> !node.hasNoSlots()).map(RedisClusterNode::getUri).toList());
	}

	private static boolean isIn(Partitions known, RedisClusterNode node) {
		return known.getPartitionByNodeId(node.getNodeId()) == node;
	}

	/** Returns whether nothing differs by which commands are routed. */
	static boolean isSame(Collection<RedisClusterNode> one, Collection<RedisClusterNode> other) {
		Map<String, RedisClusterNode> byId = one.stream()
			.collect(Collectors.toMap(RedisClusterNode::getNodeId, (node) -> node, (first, second) -> first));
		return one.size() == other.size() && other.stream().allMatch((node) -> {
			RedisClusterNode same = byId.get(node.getNodeId());
			return same != null && ClusterView.isSame(node, same);
		});
	}

	private boolean isTrouble(Partitions known, Optional<ClusterView> merged) {
		Set<String> silent = this.reports.silent();
		return merged.isEmpty() || known.stream()
			.anyMatch((node) -> !node.hasNoSlots()
					&& (silent.contains(node.getNodeId()) || merged.get().isDoubted(node)));
	}

	/** How many nodes are asked. */
	enum Depth {

		/** Some masters. */
		QUIET,

		/** Several masters. */
		SIGN,

		/** Several masters and replicas, of which one may be promoted. */
		TROUBLE

	}

	/**
	 * The outcome of a round.
	 *
	 * @param answered whether a node answered
	 * @param changed whether the topology is another one than after the last round
	 * @param trouble whether a node that serves slots does not answer
	 */
	record Outcome(boolean answered, boolean changed, boolean trouble) {
	}

}
