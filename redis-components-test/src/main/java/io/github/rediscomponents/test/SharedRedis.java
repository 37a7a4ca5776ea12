// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The servers that all tests of a JVM share, one deployment of each kind. Each starts on
 * first use and ends with the JVM; it must not be closed.
 *
 * <p>
 * For field initialisers and factories. Test methods use parameters instead, see
 * {@link RealRedis}. {@link RedisExtension} revives a paused or killed server before the
 * next test method.
 *
 * @since 1.0.0
 */
public final class SharedRedis {

	private static final Shared<RedisServer> STANDALONE = new Shared<>(RedisServer::start);

	private static final Shared<RedisCluster> CLUSTER = new Shared<>(RedisCluster::start);

	private static final Shared<RedisReplication> REPLICATION = new Shared<>(RedisReplication::start);

	private static final Shared<RedisSentinel> SENTINEL = new Shared<>(RedisSentinel::start);

	private SharedRedis() {
	}

	/**
	 * Returns the shared server.
	 * @return the server, started on the first call
	 * @throws RedisStartException if it cannot be started
	 */
	public static RedisServer standalone() {
		return STANDALONE.get();
	}

	/**
	 * Returns the shared cluster.
	 * @return the cluster of three masters, started on the first call
	 * @throws RedisStartException if it cannot be started
	 */
	public static RedisCluster cluster() {
		return CLUSTER.get();
	}

	/**
	 * Returns the shared master with a replica.
	 * @return the two servers, started on the first call
	 * @throws RedisStartException if they cannot be started
	 */
	public static RedisReplication replication() {
		return REPLICATION.get();
	}

	/**
	 * Returns the shared servers that Sentinels watch. After a failover the next test
	 * waits for the repair, which takes seconds; tests that cause one should start their
	 * own servers.
	 * @return the servers, started on the first call
	 * @throws RedisStartException if they cannot be started
	 */
	public static RedisSentinel sentinel() {
		return SENTINEL.get();
	}

	/**
	 * Returns the shared deployment of a topology.
	 * @param topology the topology
	 * @return the deployment, started on the first call
	 * @throws RedisStartException if it cannot be started
	 */
	public static RedisDeployment of(RedisTopology topology) {
		return switch (topology) {
			case STANDALONE -> standalone();
			case CLUSTER -> cluster();
			case REPLICATION -> replication();
			case SENTINEL -> sentinel();
		};
	}

	/**
	 * Resets the started servers to the initial state of a test: running and without
	 * data.
	 */
	static void reset() {
		STANDALONE.ifStarted().ifPresent(RedisServer::revive);
		CLUSTER.ifStarted().ifPresent(RedisCluster::revive);
		REPLICATION.ifStarted().ifPresent(RedisReplication::repair);
		SENTINEL.ifStarted().ifPresent(RedisSentinel::repair);
		Stream.of(STANDALONE, CLUSTER, REPLICATION, SENTINEL)
			.flatMap((shared) -> shared.ifStarted().stream())
			.forEach(RedisDeployment::flushAll);
	}

	/**
	 * A deployment that is started once.
	 *
	 * @param <T> the type of the deployment
	 */
	private static final class Shared<T extends RedisDeployment> {

		private final ReentrantLock lock = new ReentrantLock();

		private final Supplier<T> starter;

		private @Nullable T value;

		Shared(Supplier<T> starter) {
			this.starter = starter;
		}

		T get() {
			this.lock.lock();
			try {
				T present = this.value;
				if (present == null) {
					present = this.starter.get();
					this.value = present;
				}
				return present;
			}
			finally {
				this.lock.unlock();
			}
		}

		Optional<T> ifStarted() {
			this.lock.lock();
			try {
				return Optional.ofNullable(this.value);
			}
			finally {
				this.lock.unlock();
			}
		}

	}

}
