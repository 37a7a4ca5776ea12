// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.local;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.CacheObserver.Change;
import io.github.rediscomponents.cache.CacheObserver.Level;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.LosingReaderFixture;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Entries with tags in the local level.
 */
@StandaloneAndCluster
class CacheTagLocalTests extends LosingReaderFixture {

	private static final EntryOptions TAGGED = EntryOptions.defaults().withTags("t");

	CacheTagLocalTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void servesWhatHasTagsFromMemoryUntilOneIsInvalidated() {
		keep("k", "old", TAGGED);
		keep("other", "other", EntryOptions.defaults().withTags("u"));
		AtomicInteger attempts = new AtomicInteger();
		// A stall of the machine can let the local level be bypassed for a while.
		await().atMost(PATIENCE).until(() -> {
			attempts.incrementAndGet();
			long lookups = this.reader.counts.of(Lookup.State.FRESH);
			for (int i = 0; i < 10_000; i++) {
				assertThat(get("k")).isEqualTo("old");
			}
			return this.reader.counts.of(Lookup.State.FRESH) == lookups;
		});
		await().atMost(PATIENCE).until(() -> !this.reader.counts.ages(Level.LOCAL).isEmpty());
		assertThat(this.reader.counts.ages(Level.LOCAL)).hasSizeLessThan(300 * attempts.get())
			.allSatisfy((age) -> assertThat(age).isBetween(0L, PATIENCE.toMillis()));
		long told = this.reader.counts.told(Change.TAGS);
		this.cache.invalidateTags("t");
		await().atMost(PATIENCE).until(() -> get("k").equals("v1 of k"));
		assertThat(this.loads).hasValue(1);
		await().untilAsserted(() -> assertThat(this.reader.counts.told(Change.TAGS)).isEqualTo(told + 1));
		assertThat(this.caches.counts.invalidated(Change.TAGS)).isEqualTo(1);
		assertThat(get("other")).isEqualTo("other");
	}

	@Test
	void itsOwnInvalidationIsSeenAtOnce() {
		for (int i = 1; i <= 20; i++) {
			keep("k", "old " + i, TAGGED);
			this.there.invalidateTags("t");
			assertThat(get("k")).isEqualTo("v" + i + " of k");
		}
	}

	@Test
	void noticesThatTheMessageOfATagWasLost() {
		AtomicInteger swallowed = new AtomicInteger();
		serveOutdated("k", "old", TAGGED, () -> {
			swallowed.set(0);
			return (message) -> message.startsWith("V") && swallowed.getAndIncrement() == 0;
		}, () -> this.cache.invalidateTags("t"));
		int before = this.loads.get();
		await().atMost(PATIENCE).until(() -> get("k").equals("v" + (before + 1) + " of k"));
		assertThat(swallowed).hasPositiveValue();
		// On a slow machine a late announcement is one, too, and the proof ends first.
		await().atMost(PATIENCE).until(() -> this.reader.counts.gaps.sum() > 0);
		assertThat(this.reader.counts.told(Change.TAGS)).isZero();
	}

	@Test
	void asksForTheNumbersWhileNothingArrives() {
		keep("k", "old", TAGGED);
		this.lost.set((message) -> true);
		await().atMost(PATIENCE).until(() -> this.reader.client.localLevelState() != LocalLevelState.UP);
		for (int i = 1; i <= 100; i++) {
			this.cache.put("k", "put " + i, TAGGED);
			assertThat(get("k")).isEqualTo("put " + i);
			this.cache.invalidateTags("t");
			assertThat(get("k")).isEqualTo("v" + i + " of k");
		}
		this.lost.set((message) -> false);
		await().atMost(PATIENCE).until(() -> this.reader.client.localLevelState() == LocalLevelState.UP);
		assertThat(get("k")).isEqualTo("v100 of k");
	}

	@Test
	void keepsNothingThatWasReadBeforeTheMessage() {
		for (int i = 0; i < 100; i++) {
			String value = "put " + i;
			this.cache.put("k", value, TAGGED);
			await().atMost(PATIENCE).until(() -> get("k").equals(value));
			int before = this.loads.get();
			this.cache.invalidateTags("t");
			// Reads before, with and after the message.
			await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1)).until(() -> !get("k").equals(value));
			assertThat(get("k")).isEqualTo("v" + (before + 1) + " of k");
		}
	}

}
