package io.github.rediscomponents.test;

import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The server and the cluster that all tests of a JVM share. Each starts when it is first
 * asked for and ends with the JVM; nobody closes it.
 *
 * <p>
 * For field initialisers and factories. Test methods rather have them as parameters, see
 * {@link RealRedis}. A test that pauses or kills a shared server gets it back in order:
 * {@link RedisExtension} revives it before the next test method.
 */
public final class SharedRedis {

	private static final Shared<RedisServer> STANDALONE = new Shared<>(RedisServer::start);

	private static final Shared<RedisCluster> CLUSTER = new Shared<>(RedisCluster::start);

	private SharedRedis() {
	}

	/**
	 * The shared server.
	 * @return the server, started on the first call
	 * @throws RedisStartException if it cannot be started
	 */
	public static RedisServer standalone() {
		return STANDALONE.get();
	}

	/**
	 * The shared cluster.
	 * @return the cluster of three masters, started on the first call
	 * @throws RedisStartException if it cannot be started
	 */
	public static RedisCluster cluster() {
		return CLUSTER.get();
	}

	/**
	 * The shared server or cluster.
	 * @param topology which of them
	 * @return the server or cluster, started on the first call
	 * @throws RedisStartException if it cannot be started
	 */
	public static RedisDeployment of(RedisTopology topology) {
		return switch (topology) {
			case STANDALONE -> standalone();
			case CLUSTER -> cluster();
		};
	}

	/**
	 * Brings whatever was started into the state in which every test may expect it: up,
	 * and without data.
	 */
	static void reset() {
		STANDALONE.ifStarted().ifPresent(RedisServer::revive);
		CLUSTER.ifStarted().ifPresent(RedisCluster::revive);
		Stream.concat(STANDALONE.ifStarted().stream(), CLUSTER.ifStarted().stream()).forEach(RedisDeployment::flushAll);
	}

	/**
	 * Something that is started once.
	 *
	 * @param <T> what it is
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
