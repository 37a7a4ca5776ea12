// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.cache.AsyncTypedCache;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.OnInvalidationFailure;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.WritingSettings;
import io.github.rediscomponents.cache.engine.AsyncFaults;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Asynchronous clears, invalidations of tags and writes through the cache while Redis
 * refuses or hangs.
 */
class AsyncWriteFaultTests extends OutboxFixture {

	private static final EntryOptions TAGGED = EntryOptions.defaults().withTags("t");

	private static final CacheSettings QUEUEING = SETTINGS
		.withWriting(WritingSettings.defaults().withOnInvalidationFailure(OnInvalidationFailure.QUEUE));

	private AsyncTypedCache<String, String> async() {
		return this.cache.async();
	}

	@Test
	void aRefusedInvalidationAfterAWriteIsQueuedBeforeTheFutureFails() {
		this.cache.put("k", "old");
		refuse();
		IOException lost = new IOException("the reply was lost");
		assertThat(AsyncFaults.failure(async().writeThrough("k", () -> CompletableFuture.failedFuture(lost))))
			.isSameAs(lost);
		assertThat(lost.getSuppressed()).hasSize(1).hasOnlyElementsOfType(RedisCommandException.class);
		assertThat(queued()).isEqualTo(1);
		assertThat(AsyncFaults.failure(async().writeThrough("k", () -> CompletableFuture.completedFuture("done"))))
			.isInstanceOf(RedisCommandException.class);
		assertThat(this.cache.peek("k").isHit()).isFalse();
		this.caches.tuned(QUEUEING);
		assertThat(async().writeThrough("k", () -> CompletableFuture.completedFuture("done"))).succeedsWithin(PATIENCE)
			.isEqualTo("done");
		assertThat(queued()).isEqualTo(1);
		allow();
		awaitEmpty();
		assertThat(isStored("k")).isFalse();
	}

	@Test
	void refusedTagsAndClearsAreQueuedBeforeTheFutureFails() {
		this.cache.put("k", "old", TAGGED);
		this.cache.put("plain", "old");
		refuseClear();
		assertThat(AsyncFaults.failure(async().invalidateTags("t", "u"))).isInstanceOf(RedisCommandException.class);
		assertThat(queued()).isEqualTo(2);
		assertThat(this.cache.peek("k").isHit()).isFalse();
		assertThat(this.cache.peek("plain").value()).isEqualTo("old");
		assertThat(AsyncFaults.failure(async().clear())).isInstanceOf(RedisCommandException.class);
		assertThat(queued()).isEqualTo(1);
		assertThat(this.cache.peek("plain").isHit()).isFalse();
		this.caches.tuned(QUEUEING);
		assertThat(async().clear()).succeedsWithin(PATIENCE);
		assertThat(async().invalidateTags("t")).succeedsWithin(PATIENCE);
		assertThat(queued()).isEqualTo(1);
		allowClear();
		awaitEmpty();
		assertGone("k", "plain");
	}

	private void assertGone(String... keys) {
		try (CommandPort other = openPort(); TestCaches others = this.caches.alsoOn(other)) {
			assertThat(keys).allSatisfy((key) -> assertThat(others.texts("c").peek(key).isHit()).isFalse());
		}
	}

	@Test
	void noThreadWaitsForAServerThatHangs() {
		this.caches.tuned(SETTINGS.withCommandTimeout(Duration.ofMinutes(1)));
		this.cache.put("k", "old", TAGGED);
		this.server.pause();
		int before = AsyncFaults.threads();
		List<CompletableFuture<?>> calls = new ArrayList<>();
		for (int i = 0; i < 100; i++) {
			String key = "k" + i;
			calls.add(async().clear());
			calls.add(async().invalidateTags("t" + i, "t"));
			calls.add(async().writeThrough(key, () -> CompletableFuture.completedFuture("done")));
			calls.add(async().getAllWithContext(List.of(key), (keys, context) -> {
				context.tags(key, "t");
				return CompletableFuture.completedFuture(Map.of(key, "v"));
			}));
		}
		assertThat(AsyncFaults.threads()).isLessThanOrEqualTo(before);
		assertThat(calls).noneMatch(CompletableFuture::isDone);
		this.server.resume();
		calls.forEach((call) -> assertThat(call).succeedsWithin(PATIENCE));
		assertThat(queued()).isZero();
		assertThat(this.cache.peek("k").isHit()).isFalse();
	}

	@Test
	void whatACallerCancelsIsQueuedAllTheSame() {
		this.cache.put("k", "old", TAGGED);
		this.cache.put("plain", "old");
		this.caches.tuned(BRIEF);
		this.server.pause();
		assertThat(async().invalidateTags("t").cancel(true)).isTrue();
		await().atMost(PATIENCE).until(() -> queued() == 1);
		assertThat(async().writeThrough("l", () -> CompletableFuture.completedFuture("done")).cancel(true)).isTrue();
		await().atMost(PATIENCE).until(() -> queued() == 2);
		assertThat(async().clear().cancel(true)).isTrue();
		await().atMost(PATIENCE).until(() -> queued() == 1);
		this.server.resume();
		awaitEmpty();
		assertGone("k", "plain");
	}

}
