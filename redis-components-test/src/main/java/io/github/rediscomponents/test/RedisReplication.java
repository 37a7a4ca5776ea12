// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.util.List;
import java.util.Map;

/**
 * A master with replicas and a manual failover by {@link #failover()}. Each is a
 * {@link RedisServer} and can be paused, killed and restarted. A restarted server has its
 * last role again.
 *
 * @since 1.0.0
 */
public final class RedisReplication implements RedisDeployment {

	private final List<RedisServer> nodes;

	private volatile RedisServer master;

	private RedisReplication(List<RedisServer> nodes) {
		this.nodes = nodes;
		this.master = nodes.get(0);
	}

	/**
	 * Starts a master and one replica with the {@link RedisBinary#configured()
	 * configured} executable on free ports.
	 * @return the deployment, of which the replica is in sync
	 * @throws RedisStartException if it cannot be started
	 */
	public static RedisReplication start() {
		return builder().start();
	}

	/**
	 * Prepares a master and its replicas.
	 * @return a builder
	 */
	public static Builder builder() {
		return new Builder();
	}

	/**
	 * Returns the master and the replicas.
	 * @return all servers, always in the same order; the first was the master at the
	 * start
	 */
	@Override
	public List<RedisServer> nodes() {
		return this.nodes;
	}

	/**
	 * Returns the present master.
	 * @return the server that accepts writes
	 */
	public RedisServer master() {
		return this.master;
	}

	/**
	 * Returns the present replicas.
	 * @return all servers but the master
	 */
	public List<RedisServer> replicas() {
		RedisServer present = this.master;
		return this.nodes.stream().filter((node) -> node != present).toList();
	}

	@Override
	public RedisServer masterFor(String key) {
		return this.master;
	}

	/**
	 * Deletes all data of the master, and with it that of the replicas.
	 */
	@Override
	public void flushAll() {
		this.master.command("FLUSHALL");
	}

	/**
	 * Returns the number of executions of each command by the present master; see
	 * {@link RedisDeployment#commandCalls()}.
	 */
	@Override
	public Map<String, Long> commandCalls() {
		return this.master.commandCalls();
	}

	/**
	 * Promotes the first running replica, and makes the others its replicas, including
	 * the old master if it runs. Paused servers are left as they are until
	 * {@link #repair()}. Writes that the old master had not replicated are lost.
	 * Connections stay open.
	 * @return the new master
	 * @throws IllegalStateException if no replica runs, or all are paused
	 */
	public RedisServer failover() {
		RedisServer chosen = replicas().stream()
			.filter(RedisServer::isAwake)
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("No replica is running"));
		ReplicationFormation.promote(chosen);
		this.master = chosen;
		List<RedisServer> followers = replicas().stream().filter(RedisServer::isAwake).toList();
		followers.forEach((replica) -> ReplicationFormation.follow(replica, chosen));
		ReplicationFormation.awaitInSync(chosen, followers);
		return chosen;
	}

	/**
	 * Starts dead servers, resumes paused ones, and returns when every other server
	 * follows the present master.
	 */
	public void repair() {
		RedisServer present = this.master;
		this.nodes.forEach(RedisServer::revive);
		if (!ReplicationFormation.isMaster(present)) {
			ReplicationFormation.promote(present);
		}
		follow(present);
		ReplicationFormation.awaitInSync(present, replicas());
	}

	/**
	 * Makes every other server follow the given one.
	 */
	void follow(RedisServer present) {
		this.master = present;
		replicas().stream()
			.filter((replica) -> !ReplicationFormation.isReplicaOf(present, replica))
			.forEach((replica) -> ReplicationFormation.follow(replica, present));
	}

	@Override
	public void close() {
		this.nodes.forEach(RedisServer::close);
	}

	@Override
	public String toString() {
		return "Redis replication " + uris();
	}

	/**
	 * Settings of a master and replicas that are yet to start.
	 */
	public static final class Builder {

		private final NodeSettings nodes = new NodeSettings();

		private int replicas = 1;

		private Builder() {
			setting("repl-diskless-sync", "yes");
			setting("repl-diskless-sync-delay", "0");
			// A replica of an idle master has nothing to acknowledge before the first of
			// these.
			setting("repl-ping-replica-period", "1");
		}

		/**
		 * Sets the number of replicas.
		 * @param replicas at least 1
		 * @return this builder
		 */
		public Builder replicas(int replicas) {
			if (replicas < 1) {
				throw new IllegalArgumentException("replicas must be at least 1 but was " + replicas);
			}
			this.replicas = replicas;
			return this;
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
		 * Starts the servers and returns when all replicas are in sync.
		 * @return the deployment
		 * @throws RedisStartException if it cannot be started; no process is left behind
		 */
		public RedisReplication start() {
			return this.nodes.start(this.replicas + 1, (started) -> {
				RedisReplication replication = new RedisReplication(started);
				replication.repair();
				return replication;
			});
		}

	}

}
