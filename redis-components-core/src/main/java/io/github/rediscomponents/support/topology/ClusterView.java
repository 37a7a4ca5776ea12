// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.topology;

import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;
import org.jspecify.annotations.Nullable;

/**
 * The members of a cluster and their slots, merged from the reports of several nodes. A
 * slot belongs to the master that claims it with the highest configuration epoch, which
 * is the rule by which the nodes themselves decide (Redis Cluster specification, "Hash
 * slots configuration propagation"): a master that comes back after its replica was
 * promoted has a lower one. What a node claims is read from its own report if there is
 * one.
 */
final class ClusterView {

	private final Map<String, RedisClusterNode> members;

	private final Set<String> reporters;

	private final Set<String> failed;

	private final Set<String> doubted;

	private ClusterView(Map<String, RedisClusterNode> members, Set<String> reporters, Set<String> failed,
			Set<String> doubted) {
		this.members = members;
		this.reporters = reporters;
		this.failed = failed;
		this.doubted = doubted;
	}

	/**
	 * Merges reports.
	 * @param known the view that is in use
	 * @param reports CLUSTER NODES of each node that answered
	 * @return empty if the reports are of no cluster that is known, or of one without
	 * slots
	 */
	static Optional<ClusterView> of(Partitions known, Collection<Partitions> reports) {
		Map<String, Partitions> byReporter = new LinkedHashMap<>();
		reports.forEach((report) -> report.stream()
			.filter((node) -> node.is(NodeFlag.MYSELF))
			.forEach((node) -> byReporter.put(node.getNodeId(), report)));
		Map<String, Partitions> accepted = byReporter.entrySet()
			.stream()
			.filter((report) -> isMember(report.getKey(), byReporter, known))
			.collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
		@Nullable RedisClusterNode[] owners = owners(known, accepted);
		if (accepted.isEmpty() || Stream.of(owners).allMatch(Objects::isNull)) {
			return Optional.empty();
		}
		return Optional.of(new ClusterView(members(known, accepted, owners), Set.copyOf(accepted.keySet()),
				flagged(accepted, NodeFlag.FAIL), flagged(accepted, NodeFlag.FAIL, NodeFlag.EVENTUAL_FAIL)));
	}

	/**
	 * Returns whether most of the known nodes that answered list a node. One that was
	 * removed from the cluster may not know it, and an address may have been given to a
	 * node of another cluster.
	 */
	private static boolean isMember(String reporter, Map<String, Partitions> reports, Partitions known) {
		List<Partitions> voters = reports.entrySet()
			.stream()
			.filter((report) -> !report.getKey().equals(reporter)
					&& known.getPartitionByNodeId(report.getKey()) != null)
			.map(Map.Entry::getValue)
			.toList();
		long listing = voters.stream().filter((report) -> report.getPartitionByNodeId(reporter) != null).count();
		return voters.isEmpty() ? known.getPartitionByNodeId(reporter) != null : 2 * listing > voters.size();
	}

	private static @Nullable RedisClusterNode[] owners(Partitions known, Map<String, Partitions> reports) {
		@Nullable RedisClusterNode[] owners = new RedisClusterNode[SlotHash.SLOT_COUNT];
		// What is known counts too: nodes that were removed together list each other.
		known.stream()
			.filter((node) -> !reports.containsKey(node.getNodeId()) && reports.values()
				.stream()
				.anyMatch((report) -> report.getPartitionByNodeId(node.getNodeId()) != null))
			.forEach((node) -> claim(owners, node));
		reports.forEach((reporter, report) -> report.stream()
			.filter((node) -> node.getNodeId().equals(reporter) || !reports.containsKey(node.getNodeId()))
			.forEach((node) -> claim(owners, node)));
		// Reports are not of one moment: a slot that moves may be claimed in none.
		for (int slot = 0; slot < owners.length; slot++) {
			owners[slot] = (owners[slot] != null) ? owners[slot] : known.getMasterBySlot(slot);
		}
		return owners;
	}

	private static void claim(@Nullable RedisClusterNode[] owners, RedisClusterNode claimant) {
		if (claimant.is(NodeFlag.UPSTREAM)) {
			claimant.forEachSlot((slot) -> {
				RedisClusterNode other = owners[slot];
				if (other == null || claimant.getConfigEpoch() > other.getConfigEpoch()) {
					owners[slot] = claimant;
				}
			});
		}
	}

	private static Map<String, RedisClusterNode> members(Partitions known, Map<String, Partitions> reports,
			@Nullable RedisClusterNode[] owners) {
		Map<String, List<Integer>> slots = IntStream.range(0, owners.length)
			.boxed()
			.filter((slot) -> owners[slot] != null)
			.collect(Collectors.groupingBy((slot) -> Objects.requireNonNull(owners[slot]).getNodeId()));
		Map<String, RedisClusterNode> newest = new LinkedHashMap<>();
		reports.forEach((reporter, report) -> report.stream().filter(ClusterView::isNamed).forEach((node) -> {
			RedisClusterNode other = newest.get(node.getNodeId());
			if (other == null || node.getNodeId().equals(reporter)
					|| (!reports.containsKey(node.getNodeId()) && node.getConfigEpoch() > other.getConfigEpoch())) {
				newest.put(node.getNodeId(), node);
			}
		}));
		Map<String, RedisClusterNode> members = new LinkedHashMap<>();
		newest.forEach((id, node) -> address(known, reports.values(), node)
			.ifPresent((address) -> members.put(id, member(node, address, slots.getOrDefault(id, List.of())))));
		return members;
	}

	private static boolean isNamed(RedisClusterNode node) {
		return !node.is(NodeFlag.NOADDR) && !node.is(NodeFlag.HANDSHAKE);
	}

	private static RedisClusterNode member(RedisClusterNode node, RedisURI address, List<Integer> slots) {
		Set<NodeFlag> flags = EnumSet.noneOf(NodeFlag.class);
		flags.addAll(node.getFlags());
		flags.remove(NodeFlag.MYSELF);
		return new RedisClusterNode(address, node.getNodeId(), node.isConnected(), node.getSlaveOf(),
				node.getPingSentTimestamp(), node.getPongReceivedTimestamp(), node.getConfigEpoch(), slots, flags);
	}

	/**
	 * Returns the known address as long as any report has it: another one can be the
	 * node's own idea of itself.
	 */
	private static Optional<RedisURI> address(Partitions known, Collection<Partitions> reports, RedisClusterNode node) {
		List<RedisURI> reported = Stream
			.concat(Stream.of(node), reports.stream().map((report) -> report.getPartitionByNodeId(node.getNodeId())))
			.filter(Objects::nonNull)
			.map(RedisClusterNode::getUri)
			.filter(ClusterView::isAddress)
			.toList();
		RedisClusterNode present = known.getPartitionByNodeId(node.getNodeId());
		if (present != null
				&& (reported.isEmpty() || reported.stream().anyMatch((uri) -> isSame(uri, present.getUri())))) {
			return Optional.of(present.getUri());
		}
		RedisURI settings = known.iterator().next().getUri();
		return reported.stream()
			.findFirst()
			.map((uri) -> RedisURI.builder(settings).withHost(uri.getHost()).withPort(uri.getPort()).build());
	}

	private static boolean isAddress(@Nullable RedisURI uri) {
		return uri != null && uri.getHost() != null && !uri.getHost().isEmpty() && uri.getPort() > 0;
	}

	private static boolean isSame(RedisURI one, RedisURI other) {
		return one.getPort() == other.getPort() && Objects.equals(one.getHost(), other.getHost());
	}

	/** Returns the nodes that another one calls failed, and that did not answer. */
	private static Set<String> flagged(Map<String, Partitions> reports, NodeFlag... flags) {
		return reports.values()
			.stream()
			.flatMap(Partitions::stream)
			.filter((node) -> !reports.containsKey(node.getNodeId()) && Stream.of(flags).anyMatch(node::is))
			.map(RedisClusterNode::getNodeId)
			.collect(Collectors.toUnmodifiableSet());
	}

	Collection<RedisClusterNode> members() {
		return this.members.values();
	}

	@Nullable RedisClusterNode member(String id) {
		return this.members.get(id);
	}

	/** Returns whether the node itself answered. */
	boolean hasAnswered(RedisClusterNode member) {
		return this.reporters.contains(member.getNodeId());
	}

	/** Returns whether the cluster has agreed that the node failed. */
	boolean isFailed(RedisClusterNode member) {
		return this.failed.contains(member.getNodeId());
	}

	/** Returns whether at least one node believes that the node failed. */
	boolean isDoubted(RedisClusterNode member) {
		return this.doubted.contains(member.getNodeId());
	}

	/** Returns whether the node serves slots, or replicates one that does. */
	boolean isServing(RedisClusterNode member) {
		if (!member.hasNoSlots()) {
			return true;
		}
		RedisClusterNode master = (member.getSlaveOf() != null) ? this.members.get(member.getSlaveOf()) : null;
		return master != null && !master.hasNoSlots();
	}

	/** Returns whether nothing differs by which commands are routed. */
	static boolean isSame(RedisClusterNode one, RedisClusterNode other) {
		return isSame(one.getUri(), other.getUri()) && one.is(NodeFlag.UPSTREAM) == other.is(NodeFlag.UPSTREAM)
				&& Objects.equals(one.getSlaveOf(), other.getSlaveOf())
				&& ((one.hasNoSlots() && other.hasNoSlots()) || one.hasSameSlotsAs(other));
	}

}
