// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.CacheObserver.Change;
import io.github.rediscomponents.cache.CacheObserver.Level;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Entries with tags in the local level.
 */
@StandaloneAndCluster
class CacheTagLocalTests extends CacheFixture {

	private static final Duration INTERVAL = Duration.ofMillis(500);

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final EntryOptions TAGGED = EntryOptions.defaults().withTags("t");

	/** Which messages are lost on their way to the reader. */
	private final AtomicReference<Predicate<String>> lost = new AtomicReference<>((message) -> false);

	private CommandPort readersPort;

	private TestCaches reader;

	private TypedCache<String, String> there;

	CacheTagLocalTests(RedisTopology topology) {
		super(topology);
	}

	@BeforeEach
	void switchOn() {
		this.caches.tuned(LocalLevelTests.LOCAL).probeEvery(INTERVAL);
		this.readersPort = newPort();
		this.reader = this.caches.alsoOn(LosingPort.of(this.readersPort, (message) -> this.lost.get().test(message)));
		this.there = seenBy(this.reader.texts("c"));
		this.caches.awaitUp();
		this.reader.awaitUp();
	}

	@AfterEach
	void closeReader() {
		this.reader.close();
		this.readersPort.close();
	}

	private String get(String key) {
		return this.there.get(key, this::load);
	}

	/** Returns whether a read is answered from memory. */
	private boolean isKept(String key) {
		long before = this.reader.counts.of(Lookup.State.FRESH);
		get(key);
		return this.reader.counts.of(Lookup.State.FRESH) == before;
	}

	private void keep(String key, String value, EntryOptions options) {
		this.cache.put(key, value, options);
		await().atMost(PATIENCE).until(() -> get(key).equals(value) && isKept(key));
	}

	@Test
	void servesWhatHasTagsFromMemoryUntilOneIsInvalidated() {
		keep("k", "old", TAGGED);
		keep("other", "other", EntryOptions.defaults().withTags("u"));
		long lookups = this.reader.counts.of(Lookup.State.FRESH);
		for (int i = 0; i < 10_000; i++) {
			assertThat(get("k")).isEqualTo("old");
		}
		assertThat(this.reader.counts.of(Lookup.State.FRESH)).isEqualTo(lookups);
		await().atMost(PATIENCE).until(() -> !this.reader.counts.ages(Level.LOCAL).isEmpty());
		assertThat(this.reader.counts.ages(Level.LOCAL)).hasSizeLessThan(300)
			.allSatisfy((age) -> assertThat(age).isBetween(0L, PATIENCE.toMillis()));
		long told = this.reader.counts.told(Change.TAGS);
		this.cache.invalidateTags("t");
		await().atMost(PATIENCE).until(() -> get("k").equals("v1 of k"));
		assertThat(this.loads).hasValue(1);
		assertThat(this.reader.counts.told(Change.TAGS)).isEqualTo(told + 1);
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
		keep("k", "old", TAGGED);
		AtomicInteger swallowed = new AtomicInteger();
		this.lost.set((message) -> message.startsWith("V") && swallowed.getAndIncrement() == 0);
		this.cache.invalidateTags("t");
		assertThat(get("k")).isEqualTo("old");
		await().atMost(PATIENCE).until(() -> get("k").equals("v1 of k"));
		assertThat(swallowed).hasPositiveValue();
		// On a slow machine a late announcement is one, too.
		assertThat(this.reader.counts.gaps.sum()).isPositive();
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
