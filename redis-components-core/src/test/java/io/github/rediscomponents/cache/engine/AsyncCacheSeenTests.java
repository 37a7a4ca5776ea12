// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.AsyncTypedCache;
import io.github.rediscomponents.cache.CacheLoadException;
import io.github.rediscomponents.cache.CacheObserver.LeaseEvent;
import io.github.rediscomponents.cache.CacheObserver.Level;
import io.github.rediscomponents.cache.CacheObserver.LoadEvent;
import io.github.rediscomponents.cache.CacheObserver.StaleReason;
import io.github.rediscomponents.cache.CacheSeenTests;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.LoadingSettings;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.cache.loader.AsyncCacheLoader;
import io.github.rediscomponents.cache.local.LocalLevelTests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * The tests of what observers are told, with asynchronous calls.
 */
class AsyncCacheSeenTests extends CacheSeenTests {

	@Override
	public TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

	/**
	 * A call that is asynchronous returns a future, which is complete.
	 */
	@Override
	@Test
	public void aLocalHitAllocatesNothing() {
		this.caches.tuned(LocalLevelTests.LOCAL);
		this.caches.awaitUp();
		this.cache.put("k", "v", EntryOptions.defaults().withTags("t"));
		AsyncTypedCache<String, String> async = this.cache.async();
		AsyncCacheLoader<String, String> loader = (key) -> CompletableFuture.completedFuture(load(key));
		int hits = 10_000;
		await().atMost(PATIENCE).until(() -> {
			int complete = 0;
			for (int i = 0; i < hits; i++) {
				CompletableFuture<String> value = async.get("k", loader);
				complete += value.isDone() ? 1 : 0;
				assertThat(value.join()).isEqualTo("v");
			}
			return complete == hits;
		});
		assertThat(this.loads).hasValue(0);
		await().atMost(PATIENCE).until(() -> !this.caches.counts.ages(Level.LOCAL).isEmpty());
	}

	@Test
	void aBulkReadThatFindsNoPlaceIsToldOncePerKey() {
		CacheSettings kept = TestCaches.SETTINGS.withTtl(Duration.ofMillis(1))
			.withLoading(LoadingSettings.defaults()
				.withFailSafe(Duration.ofHours(5))
				.withMaxConcurrentLoads(1)
				.withMaxLoadWait(Duration.ZERO));
		this.caches.tuned(kept);
		this.cache.putAll(Map.of("k", "old", "l", "old"));
		await().atMost(PATIENCE).until(() -> !this.cache.peek("k").isHit() && !this.cache.peek("l").isHit());
		CompletableFuture<String> running = new CompletableFuture<>();
		CompletableFuture<String> busy = this.cache.async().get("busy", (key) -> running);
		await().atMost(PATIENCE).until(() -> this.caches.counts.of(LeaseEvent.ACQUIRED) == 1);
		long misses = this.caches.counts.of(Lookup.State.MISS);
		this.caches.counts.ages.clear();
		assertThat(this.cache.getAll(List.of("k", "l"), (keys) -> Map.of())).isEqualTo(Map.of("k", "old", "l", "old"));
		assertThat(this.caches.counts.of(Lookup.State.STALE)).isEqualTo(2);
		assertThat(this.caches.counts.of(StaleReason.REJECTED)).isEqualTo(2);
		assertThat(this.caches.counts.of(LoadEvent.REJECTED)).isEqualTo(1);
		assertThat(this.caches.counts.ages(Level.REDIS)).hasSize(2);
		assertThatExceptionOfType(CacheLoadException.class)
			.isThrownBy(() -> this.cache.getAll(List.of("k", "none"), (keys) -> Map.of()));
		assertThat(this.caches.counts.of(Lookup.State.MISS)).isEqualTo(misses + 2);
		assertThat(this.caches.counts.of(LoadEvent.REJECTED)).isEqualTo(2);
		assertThat(this.caches.counts.of(StaleReason.REJECTED)).isEqualTo(2);
		running.complete("v");
		assertThat(busy.join()).isEqualTo("v");
	}

}
