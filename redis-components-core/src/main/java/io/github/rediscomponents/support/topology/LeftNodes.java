// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.topology;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;
import org.jspecify.annotations.Nullable;

/**
 * Members of the cluster that are not to be connected to: they serve no slot, and the
 * cluster has agreed that they failed, or they are masters that were replaced and do not
 * answer, or masters that gave all their slots away and may be removed next. Once they
 * are no longer in the client's view, commands and messages that wait for a connection to
 * them go elsewhere. They come back when other nodes are connected to them again, but not
 * at once, and at once when a redirection leads to a node that is missing.
 */
final class LeftNodes {

	private static final long LONG_ENOUGH_NANOS = TimeUnit.SECONDS.toNanos(5);

	/** Those that gave their slots away. */
	private final Set<String> emptied = ConcurrentHashMap.newKeySet();

	private final Map<String, Long> since = new ConcurrentHashMap<>();

	/**
	 * Returns whether a member is left out.
	 * @param view the members
	 * @param member one of them
	 * @param present the same node in the view that is in use, if it is there
	 * @param silent whether it was asked and did not answer
	 */
	boolean contains(ClusterView view, RedisClusterNode member, @Nullable RedisClusterNode present, boolean silent) {
		return isEmptied(member, present) || isGone(view, member, silent);
	}

	private boolean isEmptied(RedisClusterNode member, @Nullable RedisClusterNode present) {
		if (!member.hasNoSlots() || !member.is(NodeFlag.UPSTREAM)) {
			this.emptied.remove(member.getNodeId());
		}
		else if (present != null && !present.hasNoSlots()) {
			this.emptied.add(member.getNodeId());
		}
		return this.emptied.contains(member.getNodeId());
	}

	private boolean isGone(ClusterView view, RedisClusterNode member, boolean silent) {
		String id = member.getNodeId();
		if (member.hasNoSlots() && !view.hasAnswered(member)) {
			long now = System.nanoTime();
			if (view.isFailed(member) || (silent && member.is(NodeFlag.UPSTREAM))) {
				this.since.put(id, now);
				return true;
			}
			Long began = this.since.get(id);
			if (began != null && (now - began < LONG_ENOUGH_NANOS || view.isDoubted(member) || !member.isConnected())) {
				return true;
			}
		}
		this.since.remove(id);
		return false;
	}

	void readmit() {
		this.since.clear();
		this.emptied.clear();
	}

}
