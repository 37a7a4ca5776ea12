// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.CacheObserver.StaleReason;
import io.github.rediscomponents.cache.write.OutboxFixture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * An entry whose invalidation by this process failed is read by it on no path, although
 * Redis answers and has the entry.
 */
public class OutdatedReadTests extends OutboxFixture {

	private void outdated(String key) {
		refuse();
		fails(() -> this.cache.invalidate(key));
		assertThat(isStored(key)).isTrue();
		assertThat(queued()).isEqualTo(1);
	}

	@Test
	void noReadReturnsIt() {
		this.cache.put("k", "old");
		this.cache.put("l", "other");
		outdated("k");
		assertThat(this.cache.get("k", this::load)).isEqualTo("v1");
		assertThat(this.cache.get("k", this::load, EntryOptions.defaults().withTtl(Duration.ofHours(1))))
			.isEqualTo("v2");
		assertThat(this.caches.client.get("c", "k", String.class, this::load)).isEqualTo("v3");
		assertThat(this.cache.getWithContext("k", (key, context) -> context.staleValue() + "!")).isEqualTo("null!");
		assertThat(this.cache.getAll(List.of("k", "l"), (keys) -> {
			assertThat(keys).isEqualTo(Set.of("k"));
			return Map.of("k", "bulk");
		})).isEqualTo(Map.of("k", "bulk", "l", "other"));
		assertThat(this.cache.peek("k").state()).isEqualTo(Lookup.State.MISS);
		assertThat(find("k").state()).isEqualTo(Lookup.State.MISS);
		fails(() -> access().remove("k"));
		fails(() -> access().putIfAbsent("k", "given"));
		assertThat(this.cache.peek("l").value()).isEqualTo("other");
		assertThat(isStored("k")).isTrue();
		allow();
		awaitEmpty();
		assertThat(isStored("k")).isFalse();
		assertThat(this.cache.get("k", this::load)).isEqualTo("v4");
		assertThat(this.cache.peek("k").value()).isEqualTo("v4");
	}

	@Test
	void noReadReturnsAnythingWhileAClearIsQueued() {
		this.cache.put("k", "old");
		refuseClear();
		fails(() -> this.cache.clear());
		assertThat(queued()).isEqualTo(1);
		assertThat(this.cache.get("k", this::load)).isEqualTo("v1");
		assertThat(this.cache.getAll(List.of("k"), (keys) -> Map.of("k", "bulk"))).containsEntry("k", "bulk");
		assertThat(this.cache.peek("k").isHit()).isFalse();
		assertThat(find("k").isHit()).isFalse();
		fails(() -> access().putIfAbsent("k", "given"));
		// Stored in the generation that ends with the clear.
		this.cache.put("l", "put");
		assertThat(this.cache.peek("l").isHit()).isFalse();
		allowClear();
		awaitEmpty();
		assertThat(this.cache.peek("k").isHit()).isFalse();
		assertThat(this.cache.get("k", this::load)).isEqualTo("v2");
		assertThat(this.cache.peek("k").value()).isEqualTo("v2");
	}

	/** No repetition begins before the end of an action. */
	private static void beforeRepetitions(Runnable action) {
		CountDownLatch over = new CountDownLatch(1);
		TestCaches.BACKGROUND.timer().submit(() -> {
			over.await();
			return null;
		});
		try {
			action.run();
		}
		finally {
			over.countDown();
		}
	}

	@Test
	void aStoreUnlessPresentInvalidatesFirst() {
		// A repetition would remove what is stored.
		beforeRepetitions(() -> {
			this.cache.put("k", "old");
			outdated("k");
			allow();
			assertThat(access().putIfAbsent("k", "given").isHit()).isFalse();
			assertThat(access().putIfAbsent("k", "later").value()).isEqualTo("given");
			assertThat(this.cache.peek("k").value()).isEqualTo("given");
			this.cache.put("l", "old");
			refuseClear();
			fails(() -> this.cache.clear());
			allowClear();
			assertThat(access().putIfAbsent("l", "given").isHit()).isFalse();
			assertThat(this.cache.peek("l").value()).isEqualTo("given");
			assertThat(queued()).isZero();
		});
	}

	@Test
	void noStaleAndNoKeptValueIsReturned() {
		CacheSettings brief = SETTINGS.withTtl(Duration.ofMillis(1));
		for (CacheSettings settings : List.of(brief.withStaleWindow(Duration.ofHours(1)),
				brief.withLoading(LoadingSettings.defaults().withFailSafe(Duration.ofHours(1))))) {
			this.caches.tuned(settings);
			this.cache.put("k", "old");
			this.cache.put("l", "old");
			refuse();
			fails(() -> this.cache.invalidateAll(List.of("k", "l")));
			assertThat(this.cache.get("k", (key) -> "new")).isEqualTo("new");
			assertThatIllegalStateException().isThrownBy(() -> this.cache.get("k", (key) -> {
				throw new IllegalStateException("the loader fails");
			}));
			assertThatIllegalStateException().isThrownBy(() -> this.cache.getAll(List.of("k", "l"), (keys) -> {
				throw new IllegalStateException("the loader fails");
			}));
			assertThat(this.cache.peek("k").isHit()).isFalse();
			assertThat(isStored("k")).isTrue();
			allow();
			awaitEmpty();
		}
		assertThat(this.caches.counts.of(StaleReason.FAILED)).isZero();
	}

	@Test
	void aRefreshInTheBackgroundDoesNotBringItBack() throws Exception {
		this.caches.tuned(SETTINGS.withTtl(Duration.ofMillis(1)).withStaleWindow(Duration.ofHours(1)));
		this.cache.put("k", "old");
		await().atMost(PATIENCE).until(() -> this.cache.peek("k").state() == Lookup.State.STALE);
		Latches latches = new Latches();
		assertThat(this.cache.get("k", (key) -> latches.load("old too"))).isEqualTo("old");
		latches.loading.await();
		outdated("k");
		latches.proceed.countDown();
		for (int i = 0; i < 100; i++) {
			assertThat(this.cache.get("k", (key) -> "new")).isEqualTo("new");
		}
		allow();
		awaitEmpty();
		// What the refresh stored in between went with the invalidation, or was refused.
		await().atMost(PATIENCE).until(() -> !"old too".equals(this.cache.get("k", (key) -> "new")));
		assertThat(this.cache.get("k", (key) -> "new")).isEqualTo("new");
	}

	@Test
	void theLocalLevelHasItNoMore() {
		this.caches.tuned(SETTINGS.withLocal(LocalCacheSettings.defaults().withEnabled(true)));
		this.caches.awaitUp();
		this.cache.put("k", "old");
		await().atMost(PATIENCE).until(() -> {
			this.cache.get("k", this::load);
			return this.caches.counts.localHits(Lookup.State.FRESH) > 0;
		});
		outdated("k");
		assertThat(this.loads).hasValue(0);
		for (int i = 1; i <= 100; i++) {
			assertThat(this.cache.get("k", this::load)).isEqualTo("v" + i);
		}
		assertThat(this.cache.getAll(List.of("k"), (keys) -> Map.of("k", "bulk"))).containsEntry("k", "bulk");
		assertThat(find("k").isHit()).isFalse();
		allow();
		awaitEmpty();
		await().atMost(PATIENCE).until(() -> this.cache.get("k", this::load).equals(this.cache.get("k", this::load)));
	}

	@Test
	void whatIsLoadedIsRememberedAsDuringAnOutage() {
		this.caches.tuned(SETTINGS.withOutageTtl(Duration.ofMinutes(1)));
		this.caches.awaitMessages();
		// A repetition that fails forgets it, as a call does.
		beforeRepetitions(() -> {
			this.cache.put("k", "old");
			outdated("k");
			for (int i = 0; i < 100; i++) {
				assertThat(this.cache.get("k", this::load)).isEqualTo("v1");
			}
			assertThat(find("k").value()).isEqualTo("v1");
			fails(() -> this.cache.invalidate("k"));
			assertThat(this.cache.get("k", this::load)).isEqualTo("v2");
			allow();
		});
		awaitEmpty();
		assertThat(this.cache.get("k", this::load)).isEqualTo("v3");
	}

	@Test
	void callersThatDoNotWantToSeeItGoOn() {
		this.caches.tuned(SETTINGS
			.withWriting(WritingSettings.defaults().withOnInvalidationFailure(OnInvalidationFailure.QUEUE)));
		this.cache.put("k", "old");
		refuse();
		this.cache.invalidate("k");
		this.cache.invalidateAll(List.of("k", "l"));
		this.caches.client.invalidate("c", "m");
		assertThat(queued()).isEqualTo(3);
		refuseClear();
		this.cache.clear();
		assertThat(queued()).isEqualTo(1);
		assertThat(this.cache.get("k", this::load)).isEqualTo("v1");
		allow();
		allowClear();
		awaitEmpty();
		assertThat(this.cache.peek("k").isHit()).isFalse();
	}

}
