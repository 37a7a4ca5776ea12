// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.link;

import java.net.SocketAddress;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.AsyncCloseable;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.RedisCommand;
import org.jspecify.annotations.Nullable;

/**
 * A connection for commands. Lettuce reconnects by itself and holds commands back
 * meanwhile; when that takes longer than a grace period, callers fail at once instead of
 * each waiting for its time-out.
 */
public final class Link implements AsyncCloseable {

	private static final long UP = 0;

	private final StatefulConnection<String, byte[]> connection;

	private final RedisClusterAsyncCommands<String, byte[]> commands;

	private final LongSupplier answeredNanos;

	private volatile long downSince = UP;

	private Link(StatefulConnection<String, byte[]> connection, RedisClusterAsyncCommands<String, byte[]> commands,
			LongSupplier answeredNanos) {
		this.connection = connection;
		this.commands = commands;
		this.answeredNanos = answeredNanos;
		connection.addListener(new Watch());
	}

	public static Link on(StatefulConnection<String, byte[]> connection) {
		long now = System.nanoTime();
		return on(connection, () -> now);
	}

	/**
	 * A link that is up as long as any node of a cluster answers. Lettuce's connection to
	 * a cluster is up or down with one node, whatever node a command goes to.
	 * @param connection to the server or to the cluster
	 * @param answeredNanos when a node of the cluster last answered
	 */
	public static Link on(StatefulConnection<String, byte[]> connection, LongSupplier answeredNanos) {
		if (connection instanceof StatefulRedisClusterConnection<String, byte[]> cluster) {
			return new Link(connection, cluster.async(), answeredNanos);
		}
		return new Link(connection, ((StatefulRedisConnection<String, byte[]>) connection).async(), answeredNanos);
	}

	public RedisClusterAsyncCommands<String, byte[]> commands() {
		return this.commands;
	}

	public boolean isCluster() {
		return cluster() != null;
	}

	/** Returns the connection if it leads to a cluster. */
	public @Nullable StatefulRedisClusterConnection<String, byte[]> cluster() {
		return (this.connection instanceof StatefulRedisClusterConnection<String, byte[]> cluster) ? cluster : null;
	}

	/**
	 * Which node serves a key, by Lettuce's view of the topology; empty where there is
	 * one node only, and for a slot that no node serves.
	 */
	public String node(String key) {
		if (this.connection instanceof StatefulRedisClusterConnection<String, byte[]> cluster) {
			RedisClusterNode node = cluster.getPartitions().getPartitionBySlot(SlotHash.getSlot(key));
			return (node != null) ? node.getNodeId() : "";
		}
		return "";
	}

	/**
	 * Returns the nodes that serve slots, by Lettuce's view of the topology; one empty
	 * text where there is one node only.
	 */
	public Set<String> nodes() {
		if (this.connection instanceof StatefulRedisClusterConnection<String, byte[]> cluster) {
			return masters(cluster.getPartitions());
		}
		return Set.of("");
	}

	/** Returns the nodes of a view of the topology that serve slots. */
	public static Set<String> masters(Partitions view) {
		return view.stream()
			.filter((node) -> node.is(NodeFlag.UPSTREAM) && !node.hasNoSlots())
			.map(RedisClusterNode::getNodeId)
			.collect(Collectors.toUnmodifiableSet());
	}

	public boolean isOpen() {
		long since = this.downSince;
		return this.connection.isOpen() || (since != UP && isCluster() && this.answeredNanos.getAsLong() - since > 0);
	}

	/**
	 * Returns how long the connection has been down.
	 * @return 0 while it is up
	 */
	public long downNanos() {
		long since = this.downSince;
		// Just gone down: Lettuce closes the connection before it notifies listeners.
		return (since == UP || isOpen()) ? 0 : System.nanoTime() - since;
	}

	/**
	 * Refuses work when the connection has been down for longer than the grace period.
	 * @param graceNanos how long a reconnect may take before callers fail at once
	 */
	public void checkUp(long graceNanos) {
		if (isOpen()) {
			return;
		}
		long down = downNanos();
		if (down > graceNanos) {
			throw new RedisUnavailableException(
					"The connection to Redis has been down for " + TimeUnit.NANOSECONDS.toMillis(down) + " ms",
					Outcome.NOT_EXECUTED, null);
		}
	}

	public void name(ConnectionName name) {
		name.give(this.connection);
	}

	public void addListener(RedisConnectionStateListener listener) {
		this.connection.addListener(listener);
	}

	/**
	 * Sends a command.
	 * @param command a command whose future receives the outcome
	 */
	public void dispatch(AsyncCommand<String, byte[], ?> command) {
		this.connection.dispatch(command);
	}

	public void dispatch(Collection<? extends RedisCommand<String, byte[], ?>> batch) {
		this.connection.dispatch(batch);
	}

	@Override
	public CompletableFuture<Void> closeAsync() {
		return this.connection.closeAsync();
	}

	/**
	 * Notes when an outage begins, whether or not there are calls during it.
	 */
	private final class Watch implements RedisConnectionStateListener {

		@Override
		public void onRedisConnected(RedisChannelHandler<?, ?> handler, SocketAddress address) {
			Link.this.downSince = UP;
		}

		@Override
		public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
			long now = System.nanoTime();
			Link.this.downSince = (now != UP) ? now : 1;
		}

	}

}
