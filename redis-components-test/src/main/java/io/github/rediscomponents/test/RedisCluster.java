// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A Redis Cluster of three masters without replicas, which share the 16384 slots evenly
 * and in order. Each is a {@link RedisServer} and can be paused, killed and restarted.
 *
 * <p>
 * When a node is away for longer than the node time-out (15 seconds), the whole cluster
 * refuses commands until it is back, as {@code cluster-require-full-coverage} demands.
 *
 * @since 1.0.0
 */
public final class RedisCluster implements RedisDeployment {

	private static final int MASTERS = 3;

	private final List<RedisServer> nodes;

	private RedisCluster(List<RedisServer> nodes) {
		this.nodes = nodes;
	}

	/**
	 * Starts a cluster with the {@link RedisBinary#configured() configured} executable on
	 * free ports.
	 * @return the cluster, of which every node reports {@code cluster_state:ok}; this
	 * takes two to three seconds, because Redis makes new masters wait
	 * @throws RedisStartException if it cannot be started
	 */
	public static RedisCluster start() {
		return builder().start();
	}

	/**
	 * Prepares a cluster.
	 * @return a builder
	 */
	public static Builder builder() {
		return new Builder();
	}

	@Override
	public List<RedisServer> nodes() {
		return this.nodes;
	}

	/**
	 * Returns one of the masters.
	 * @param index 0, 1 or 2
	 * @return the master
	 */
	public RedisServer node(int index) {
		return this.nodes.get(index);
	}

	@Override
	public RedisServer masterFor(String key) {
		int slot = ClusterSlots.of(key);
		int index = 0;
		while (slot >= ClusterFormation.firstSlot(index + 1, this.nodes.size())) {
			index++;
		}
		return this.nodes.get(index);
	}

	@Override
	public Map<String, Long> commandCalls() {
		Map<String, Long> sum = new TreeMap<>();
		this.nodes.forEach((node) -> node.commandCalls().forEach((name, calls) -> sum.merge(name, calls, Long::sum)));
		return sum;
	}

	@Override
	public void close() {
		this.nodes.forEach(RedisServer::close);
	}

	@Override
	public String toString() {
		return "Redis Cluster " + uris();
	}

	/**
	 * Makes the cluster complete again after a test left nodes paused or dead.
	 */
	void revive() {
		this.nodes.forEach(RedisServer::revive);
		ClusterFormation.awaitAgreement(this.nodes);
	}

	/**
	 * Settings of a cluster that is yet to start.
	 */
	public static final class Builder {

		private final NodeSettings nodes = new NodeSettings();

		private Builder() {
			setting("cluster-enabled", "yes");
			setting("cluster-config-file", "nodes.conf");
			setting("cluster-node-timeout", "15000");
			setting("cluster-announce-ip", RedisProcess.HOST);
		}

		/**
		 * Adds a line of {@code redis.conf} for every node.
		 * @param name the name of the setting
		 * @param value its value
		 * @return this builder
		 */
		public Builder setting(String name, String value) {
			this.nodes.setting(name, value);
			return this;
		}

		/**
		 * Sets the executable.
		 * @param binary the executable to run instead of {@link RedisBinary#configured()}
		 * @return this builder
		 */
		public Builder binary(RedisBinary binary) {
			this.nodes.binary(binary);
			return this;
		}

		/**
		 * Starts the nodes, makes them a cluster and returns when it is complete.
		 * @return the cluster
		 * @throws RedisStartException if it cannot be started; no process is left behind
		 */
		public RedisCluster start() {
			return this.nodes.start(MASTERS, (started) -> {
				ClusterFormation.form(started);
				return new RedisCluster(started);
			});
		}

	}

}
