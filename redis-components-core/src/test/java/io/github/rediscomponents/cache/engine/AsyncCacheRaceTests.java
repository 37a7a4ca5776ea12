// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.CacheLoadException;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.CacheRaceTests;
import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.CampaignScale;
import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * The tests of races, with asynchronous calls.
 */
@Tag("contract")
@StandaloneClusterAndReplication
class AsyncCacheRaceTests extends CacheRaceTests {

	AsyncCacheRaceTests(RedisTopology topology) {
		super(topology);
	}

	@Override
	public TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

	@Override
	public int interleavings() {
		return CampaignScale.times(100, 250);
	}

	/**
	 * A stage is given up, other than a loader on the thread of its caller.
	 */
	@Override
	@Test
	public void storesNothingOfALoadThatTookTooLong() throws Exception {
		this.here.tuned(TestCaches.SETTINGS.withLease(Duration.ofMillis(100), Duration.ofMillis(100)));
		CompletableFuture<String> stage = new CompletableFuture<>();
		CompletableFuture<String> slow = this.mine.async().get("k", (key) -> stage);
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> slow.get(20, TimeUnit.SECONDS))
			.withCauseInstanceOf(CacheLoadException.class)
			.withRootCauseInstanceOf(TimeoutException.class);
		await().until(stage::isCancelled);
		assertThat(this.theirs.get("k", (key) -> "theirs")).isEqualTo("theirs");
		assertThat(this.mine.peek("k").value()).isEqualTo("theirs");
		assertThat(this.here.counts.of(CacheObserver.LoadEvent.INTERRUPTED)).isEqualTo(1);
	}

}
