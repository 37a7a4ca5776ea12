// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.ClusterWork.Step;
import io.github.rediscomponents.ClusterWorkers.Attempt;
import io.github.rediscomponents.support.ShiftingCluster;
import io.github.rediscomponents.support.Stalls;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Every component at work during changes of a cluster, with a client that never reads the
 * topology by itself: the default of Lettuce before version 7.
 */
abstract class ClusterFixture {

	/** After a decision of the cluster. */
	private static final Duration BOUND = Duration.ofSeconds(1);

	/**
	 * A failover takes as many steps of threads, clients and servers one after another.
	 */
	private static final int STEPS = 20;

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final int NAMES = 24;

	protected static ShiftingCluster cluster;

	private final String prefix = "t" + System.nanoTime();

	private LettuceConnectionFactory factory;

	protected RedisComponents components;

	protected ClusterWorkers workers;

	private Stalls stalls;

	@BeforeAll
	static void startCluster() {
		cluster = ShiftingCluster.start();
		cluster.nodes().forEach((node) -> node.command("CONFIG", "SET", "cluster-require-full-coverage", "no"));
	}

	@AfterAll
	static void stopCluster() {
		cluster.close();
	}

	@BeforeEach
	void connect() {
		this.factory = new LettuceConnectionFactory(
				new RedisClusterConfiguration(cluster.nodes().map((node) -> "127.0.0.1:" + node.port()).toList()),
				LettuceClientConfiguration.builder()
					.clientOptions(ClusterClientOptions.builder().topologyRefreshOptions(new NoRefresh()).build())
					.build());
		this.factory.afterPropertiesSet();
		this.factory.start();
		this.components = RedisComponents.on(this.factory)
			.keyPrefix(this.prefix)
			.commandTimeout(commandTimeout())
			.build();
		this.workers = new ClusterWorkers();
		this.stalls = Stalls.begin();
	}

	/** The default of the components. */
	protected Duration commandTimeout() {
		return Duration.ofSeconds(2);
	}

	@AfterEach
	void disconnect() {
		this.stalls.close();
		this.workers.close();
		this.components.close();
		this.factory.destroy();
	}

	/**
	 * Looks at what the components did until {@link #BOUND} after a decision of the
	 * cluster, which is now.
	 * @param trouble when the change began
	 */
	protected final void verify(String title, long trouble) {
		long decided = System.nanoTime();
		pass(BOUND);
		this.workers.awaitProgress();
		long longest = this.workers.print(title, trouble, decided);
		Duration bound = BOUND.plus(allowance(trouble));
		assertThat(longest).isLessThanOrEqualTo(bound.plus(ClusterWork.HEARING).toMillis());
		assertThat(failures(decided + bound.toNanos())).isEmpty();
	}

	/** Lets a time pass in which the components work. */
	protected static void pass(Duration time) {
		await().pollDelay(time).until(() -> true);
	}

	/**
	 * Returns the failures after a moment, without those of a machine that stalls at that
	 * moment.
	 */
	protected final List<Attempt> lateFailures(long since) {
		return failures(since + allowance(since).toNanos());
	}

	private Duration allowance(long since) {
		return this.stalls.longestSince(since).multipliedBy(STEPS);
	}

	protected final List<Attempt> failures(long since) {
		return this.workers.since(since).stream().filter((attempt) -> attempt.failure != null).toList();
	}

	/** Starts each component on keys of a shard. */
	protected final void work(int shard) {
		int number = 0;
		for (ClusterWork work : ClusterWork.all()) {
			String start = "c" + number++ + "n";
			this.workers.start(work.component(),
					IntStream.range(0, NAMES)
						.mapToObj((i) -> stepIn(shard, work, start + i + "x"))
						.flatMap(Optional::stream)
						.findFirst()
						.orElseThrow());
		}
		this.workers.awaitProgress();
	}

	/**
	 * Does an operation once, and looks where its keys are.
	 * @return the operation if its keys are in the shard or nowhere
	 */
	private Optional<Step> stepIn(int shard, ClusterWork work, String name) {
		Step step = work.operation().apply(this.components, name);
		await().atMost(PATIENCE).ignoreExceptions().until(() -> {
			step.run();
			return true;
		});
		String pattern = this.prefix + ":*" + name + "*";
		List<RedisServer> holders = cluster.masters()
			.stream()
			.filter((master) -> !((List<?>) master.command("KEYS", pattern)).isEmpty())
			.toList();
		return (holders.isEmpty() || holders.contains(cluster.masters().get(shard))) ? Optional.of(step)
				: Optional.empty();
	}

	/** Lettuce reads no topology by itself, in version 7 neither. */
	private static final class NoRefresh extends ClusterTopologyRefreshOptions {

		NoRefresh() {
			super(builder());
		}

		@Override
		public Set<RefreshTrigger> getAdaptiveRefreshTriggers() {
			return Set.of();
		}

	}

}
