// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.AsyncTypedCache;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.FreshnessFixture;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TestDatabase;
import io.github.rediscomponents.cache.engine.AsyncFaults;
import io.github.rediscomponents.cache.loader.AsyncBulkContextLoader;
import io.github.rediscomponents.cache.loader.BulkLoadContext;
import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Asynchronous calls of many keys whose loader gives tags.
 */
class AsyncBulkTagTests extends FreshnessFixture {

	private static final Duration SOON = Duration.ofSeconds(20);

	private final AtomicReference<BulkLoadContext<String>> context = new AtomicReference<>();

	private AsyncTypedCache<String, String> async() {
		return this.mine.async();
	}

	/** A loader that gives its context away. */
	private AsyncBulkContextLoader<String, String> holding(CompletionStage<Map<String, String>> stage) {
		return (keys, given) -> {
			this.context.set(given);
			return stage;
		};
	}

	@Test
	void givesEachKeyItsTags() {
		assertThat(async().getAllWithContext(List.of("a", "b", "c"), (keys, given) -> {
			given.tags("a", "t");
			given.tags("b", "u", "w");
			given.tags("c", "c");
			return CompletableFuture.completedFuture(Map.of("a", "A", "b", "B"));
		})).succeedsWithin(SOON).isEqualTo(Map.of("a", "A", "b", "B"));
		assertThat(this.theirs.peek("a").value()).isEqualTo("A");
		assertThat(async().invalidateTags("t")).succeedsWithin(SOON);
		assertThat(this.theirs.peek("a").isHit()).isFalse();
		assertThat(this.theirs.peek("b").value()).isEqualTo("B");
		assertThat(async().invalidateTags("w")).succeedsWithin(SOON);
		assertThat(this.theirs.peek("b").isHit()).isFalse();
		assertThat(this.theirs.peek("c").state()).isEqualTo(Lookup.State.NULL);
		assertThat(async().invalidateTags("c")).succeedsWithin(SOON);
		assertThat(this.theirs.peek("c").isHit()).isFalse();
	}

	@Test
	void takesTagsOfManyThreadsUntilTheStageIsComplete() {
		CompletableFuture<Map<String, String>> stage = new CompletableFuture<>();
		CompletableFuture<Map<String, String>> found = async().getAllWithContext(List.of("a", "b"), holding(stage));
		await().until(() -> this.context.get() != null);
		List<Callable<Void>> tasks = IntStream.range(0, 16).<Callable<Void>>mapToObj((i) -> () -> {
			this.context.get().tags("a", "t" + i);
			return null;
		}).toList();
		Concurrently.run(tasks);
		// None of the sixteen was lost.
		assertThatIllegalArgumentException().isThrownBy(() -> this.context.get().tags("a", "one more"))
			.withMessage("tags must not be more than 16, were 17");
		stage.complete(Map.of("a", "A", "b", "B"));
		assertThat(found).succeedsWithin(SOON);
		this.context.get().tags("b", "late");
		assertThat(async().invalidateTags("late")).succeedsWithin(SOON);
		assertThat(this.theirs.peek("a").value()).isEqualTo("A");
		assertThat(this.theirs.peek("b").value()).isEqualTo("B");
		assertThat(async().invalidateTags("t7")).succeedsWithin(SOON);
		assertThat(this.theirs.peek("a").isHit()).isFalse();
	}

	@Test
	void storesNothingCurrentOfATagThatIsInvalidatedDuringTheLoad() {
		CompletableFuture<Map<String, String>> stage = new CompletableFuture<>();
		CompletableFuture<Map<String, String>> found = async().getAllWithContext(List.of("a", "b"), holding(stage));
		await().until(() -> this.context.get() != null);
		this.context.get().tags("a", "t");
		this.theirs.invalidateTags("t");
		stage.complete(Map.of("a", "A", "b", "B"));
		assertThat(found).succeedsWithin(SOON).isEqualTo(Map.of("a", "A", "b", "B"));
		assertThat(this.theirs.peek("a").isHit()).isFalse();
		assertThat(this.mine.peek("a").isHit()).isFalse();
		assertThat(this.theirs.peek("b").value()).isEqualTo("B");
		assertThat(async().getAllWithContext(List.of("a", "b"), (keys, given) -> {
			given.tags("a", "t");
			return CompletableFuture.completedFuture(Map.of("a", "new " + keys));
		})).succeedsWithin(SOON).isEqualTo(Map.of("a", "new [a]", "b", "B"));
		assertThat(this.theirs.peek("a").value()).isEqualTo("new [a]");
	}

	@Test
	void failsAsTheLoaderDoesAndLeavesNothingBehind() {
		tune((loading) -> loading.withMaxConcurrentLoads(1));
		List<String> keys = List.of("a", "b");
		IllegalCallerException failure = new IllegalCallerException("for a test");
		assertThat(AsyncFaults.failure(async().getAllWithContext(keys, (missing, given) -> {
			throw failure;
		}))).isSameAs(failure);
		assertThat(
				AsyncFaults.failure(async().getAllWithContext(keys, holding(CompletableFuture.failedFuture(failure)))))
			.isSameAs(failure);
		assertThat(AsyncFaults.failure(async().getAllWithContext(keys, holding(null))))
			.isInstanceOf(IllegalStateException.class)
			.hasMessageContaining("returned null");
		assertThat(
				AsyncFaults.failure(async().getAllWithContext(keys, holding(CompletableFuture.completedFuture(null)))))
			.isInstanceOf(IllegalStateException.class)
			.hasMessageContaining("returned null");
		for (String other : new String[] { "c", null }) {
			assertThat(AsyncFaults.failure(async().getAllWithContext(keys, (missing, given) -> {
				given.tags(other, "t");
				return CompletableFuture.completedFuture(Map.of());
			}))).isInstanceOf(IllegalArgumentException.class)
				.hasMessageStartingWith("key must be one of those that are loaded");
		}
		await().until(() -> !isLeased("a") && !isLeased("b"));
		assertThatIllegalArgumentException().isThrownBy(() -> async().getAllWithContext(keys, null))
			.withMessageStartingWith("loader");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> async().getAllWithContext(null, holding(CompletableFuture.completedFuture(Map.of()))))
			.withMessageStartingWith("keys");
		assertThat(async().getAllWithContext(keys, holding(CompletableFuture.completedFuture(Map.of("a", "A")))))
			.succeedsWithin(SOON)
			.isEqualTo(Map.of("a", "A"));
	}

	@Test
	void aCallerThatCancelsEndsNothingElse() {
		CompletableFuture<Map<String, String>> stage = new CompletableFuture<>();
		CompletableFuture<Map<String, String>> found = async().getAllWithContext(List.of("a", "b"), holding(stage));
		await().until(() -> this.context.get() != null);
		assertThat(found.cancel(true)).isTrue();
		assertThat(stage).isNotDone();
		this.context.get().tags("a", "t");
		stage.complete(Map.of("a", "A"));
		await().until(() -> "A".equals(this.theirs.peek("a").value()));
		this.theirs.invalidateTags("t");
		assertThat(this.mine.peek("a").isHit()).isFalse();
	}

	@Test
	void givesTagsToAStaleValueThatIsRebuilt() {
		CacheSettings windowed = TestCaches.SETTINGS.withStaleWindow(LONG);
		this.here.tuned(windowed.withTtl(Duration.ofMillis(30)));
		this.mine.put("k", "old");
		tune(windowed);
		await().until(() -> this.mine.peek("k").state() == Lookup.State.STALE);
		assertThat(async().getAllWithContext(List.of("k"), (keys, given) -> {
			given.tags("k", "t");
			return CompletableFuture.completedFuture(Map.of("k", "new"));
		})).succeedsWithin(SOON).isEqualTo(Map.of("k", "old"));
		await().until(() -> "new".equals(this.theirs.peek("k").value()));
		this.theirs.invalidateTags("t");
		assertThat(this.mine.peek("k").isHit()).isFalse();
	}

	@Test
	void loadsOnceInsideATransactionThatChangedTheKeys() {
		TestDatabase database = new TestDatabase();
		database.transaction().executeWithoutResult((status) -> {
			this.mine.invalidateAll(List.of("a", "b"));
			assertThat(async().getAllWithContext(List.of("a", "b"), (keys, given) -> {
				given.tags("a", "t");
				this.loads.incrementAndGet();
				return CompletableFuture.completedFuture(Map.of("a", "A", "b", "B"));
			})).succeedsWithin(SOON).isEqualTo(Map.of("a", "A", "b", "B"));
		});
		assertThat(this.loads).hasValue(1);
		assertThat(this.theirs.peek("a").isHit()).isFalse();
	}

}
