// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.topology;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.topology.TopologyRounds.Depth;

/**
 * CLUSTER NODES of several nodes at the same time, on the connections by which commands
 * go to them. A node that does not answer is not asked again before it does, or its
 * connection is closed, and the others do not wait for it a second time. For use by one
 * thread at a time.
 */
final class ClusterReports {

	private static final Logger logger = LoggerFactory.getLogger(ClusterReports.class);

	private static final long ANSWER_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

	private static final int MOST_NODES = 6;

	private static final int QUIET_NODES = 2;

	/** By the id of the node. */
	private final Map<String, CompletableFuture<String>> pending = new HashMap<>();

	/**
	 * Reads the reports. Blocks for at most 300 ms.
	 * @param cluster the connection for commands
	 * @param depth how many nodes are asked
	 */
	Collection<Partitions> read(StatefulRedisClusterConnection<String, byte[]> cluster, Depth depth) {
		Map<String, CompletableFuture<String>> fresh = new HashMap<>();
		for (RedisClusterNode node : choose(cluster.getPartitions(), depth)) {
			if (!this.pending.containsKey(node.getNodeId())) {
				fresh.put(node.getNodeId(), ask(cluster, node.getUri()));
			}
		}
		this.pending.putAll(fresh);
		await(fresh.values());
		List<Partitions> reports = new ArrayList<>();
		this.pending.values().removeIf((reply) -> {
			if (reply.isDone()) {
				reply.thenAccept((text) -> parse(text, reports)).exceptionally((failure) -> null);
			}
			return reply.isDone();
		});
		return reports;
	}

	/** Returns the nodes that have been asked and did not answer yet. */
	Set<String> silent() {
		return Set.copyOf(this.pending.keySet());
	}

	private static List<RedisClusterNode> choose(Partitions known, Depth depth) {
		List<RedisClusterNode> chosen = some(known, (node) -> node.is(NodeFlag.UPSTREAM),
				(depth == Depth.QUIET) ? QUIET_NODES : MOST_NODES);
		if (depth == Depth.TROUBLE) {
			chosen.addAll(some(known, (node) -> !node.is(NodeFlag.UPSTREAM), MOST_NODES));
		}
		return chosen;
	}

	private static List<RedisClusterNode> some(Partitions known, Predicate<RedisClusterNode> which, int most) {
		List<RedisClusterNode> nodes = known.stream().filter(which).collect(Collectors.toCollection(ArrayList::new));
		Collections.shuffle(nodes);
		return new ArrayList<>(nodes.subList(0, Math.min(most, nodes.size())));
	}

	private static CompletableFuture<String> ask(StatefulRedisClusterConnection<String, byte[]> cluster, RedisURI at) {
		try {
			return cluster.getConnectionAsync(at.getHost(), at.getPort())
				.thenCompose((node) -> node.async().clusterNodes())
				.toCompletableFuture();
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	private static void await(Collection<CompletableFuture<String>> replies) {
		try {
			CompletableFuture.allOf(replies.toArray(CompletableFuture<?>[]::new))
				.get(ANSWER_NANOS, TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (ExecutionException | TimeoutException ex) {
			FailureLog.debug(logger, ex, "Not all nodes of the cluster answered");
		}
	}

	private static void parse(String text, List<Partitions> reports) {
		try {
			reports.add(ClusterPartitionParser.parse(text));
		}
		catch (RedisException ex) {
			FailureLog.debug(logger, ex, "A node's report of the cluster cannot be read");
		}
	}

}
