// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import io.github.rediscomponents.support.CampaignScale;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.TopologyFixture;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Two processes with the same cache, and a load under way in one of them.
 */
public abstract class CacheRaceFixture extends TopologyFixture {

	public final ExecutorService threads = Executors.newCachedThreadPool();

	CommandPort otherPort;

	public TestCaches here;

	public TestCaches there;

	public TypedCache<String, String> mine;

	public TypedCache<String, String> theirs;

	protected CommandPort newPort() {
		return TestPorts.open(this.topology);
	}

	/** How many interleavings of each kind; there are four kinds. */
	public int interleavings() {
		return (this.topology == RedisTopology.STANDALONE) ? CampaignScale.times(250, 2500)
				: CampaignScale.times(100, 250);
	}

	public CacheRaceFixture(RedisTopology topology) {
		super(topology);
	}

	@BeforeEach
	void create() {
		this.otherPort = newPort();
		this.here = TestCaches.on(port());
		this.there = this.here.alsoOn(this.otherPort);
		this.mine = seenBy(this.here.texts("c"));
		this.theirs = seenBy(this.there.texts("c"));
		// Both are connected and know the generation.
		this.mine.peek("warm");
		this.theirs.peek("warm");
	}

	/** How the tests see a cache. */
	protected TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return known;
	}

	@AfterEach
	void close() {
		this.here.close();
		this.there.close();
		this.otherPort.close();
		this.threads.shutdownNow();
	}

	protected void awaitWaiter(String key) {
		String lease = this.here.leaseKey("c", key);
		await().until(() -> "1".equals(server().masterFor(lease).command("HGET", lease, "w")));
	}

	/**
	 * Returns when the lease of a key lasts longer than one that was granted before the
	 * call.
	 */
	protected void awaitExtended(String key, Duration lease) {
		LeaseEnds ends = new LeaseEnds(server(), this.here.leaseKey("c", key));
		long first = ends.now() + lease.toMillis();
		await().until(() -> ends.end() > first);
	}

	/** Of a failing load that is repeated once in each. */
	protected static int secondsSince(long nanos) {
		return (int) Duration.ofNanos(System.nanoTime() - nanos).toSeconds();
	}

	protected int numberOfSubscribers() {
		String channel = this.here.keys.channel("cache", "events");
		return server().nodes()
			.stream()
			.mapToInt(
					(node) -> Integer.parseInt(((List<?>) node.command("PUBSUB", "NUMSUB", channel)).get(1).toString()))
			.sum();
	}

	/** A load under way. */
	public final class Slow {

		public final CountDownLatch proceed = new CountDownLatch(1);

		final Future<String> result;

		volatile boolean failing;

		public Slow(TypedCache<String, String> cache, String key) throws InterruptedException {
			CountDownLatch loading = new CountDownLatch(1);
			this.result = CacheRaceFixture.this.threads.submit(() -> cache.get(key, (id) -> {
				loading.countDown();
				this.proceed.await();
				if (this.failing) {
					throw new IllegalCallerException();
				}
				return "slow";
			}));
			assertThat(loading.await(1, TimeUnit.MINUTES)).isTrue();
		}

		public String proceed() throws Exception {
			this.proceed.countDown();
			return this.result.get(1, TimeUnit.MINUTES);
		}

		void fail() {
			this.failing = true;
			this.proceed.countDown();
			assertThatExceptionOfType(java.util.concurrent.ExecutionException.class)
				.isThrownBy(() -> this.result.get(1, TimeUnit.MINUTES))
				.withCauseInstanceOf(IllegalCallerException.class);
		}

	}

}
