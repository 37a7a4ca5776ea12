// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.cache.AsyncTypedCache;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheLoadException;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.CacheObserver.LoadEvent;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.FreshnessFixture;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.local.LocalLevelTests;
import io.github.rediscomponents.codec.ValueCodecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * What is particular to asynchronous calls; that they do what the others do is shown by
 * the tests of those, which run with both.
 */
class AsyncTypedCacheTests extends FreshnessFixture {

	private static final Duration SOON = Duration.ofSeconds(20);

	private AsyncTypedCache<String, String> async() {
		return this.mine.async();
	}

	/** The failure of a future as a caller that joins it sees it. */
	@Test
	void loadsOnceForManyCallsOfBothKinds() throws Exception {
		CompletableFuture<String> stage = new CompletableFuture<>();
		List<CompletableFuture<String>> calls = IntStream.range(0, 100).mapToObj((i) -> async().get("k", (key) -> {
			this.loads.incrementAndGet();
			return stage;
		})).toList();
		await().untilAtomic(this.loads, org.hamcrest.Matchers.is(1));
		Future<String> here = this.threads.submit(() -> this.mine.get("k", this::loading));
		Future<String> there = this.threads.submit(() -> this.theirs.get("k", this::loading));
		awaitWaiter("k");
		stage.complete("loaded");
		calls.forEach((call) -> assertThat(call).succeedsWithin(SOON).isEqualTo("loaded"));
		assertThat(here.get(20, TimeUnit.SECONDS)).isEqualTo("loaded");
		assertThat(there.get(20, TimeUnit.SECONDS)).isEqualTo("loaded");
		assertThat(this.loads).hasValue(1);
	}

	@Test
	void sharesTheLoadOfAThreadHereAndOfAnotherProcess() throws Exception {
		Slow slow = new Slow(this.mine, "k");
		CompletableFuture<String> here = async().get("k", (key) -> CompletableFuture.completedFuture("other"));
		CompletableFuture<String> there = this.theirs.async()
			.get("k", (key) -> CompletableFuture.completedFuture("other"));
		awaitWaiter("k");
		assertThat(here).isNotDone();
		slow.proceed();
		assertThat(here).succeedsWithin(SOON).isEqualTo("slow");
		assertThat(there).succeedsWithin(SOON).isEqualTo("slow");
	}

	@Test
	void failsAsTheLoaderDoesAndLoadsAgain() {
		IllegalCallerException unchecked = new IllegalCallerException("for a test");
		IOException checked = new IOException("for a test");
		assertThat(AsyncFaults.failure(async().get("k", (key) -> {
			throw unchecked;
		}))).isSameAs(unchecked);
		assertThat(AsyncFaults.failure(async().get("k", (key) -> {
			throw checked;
		}))).isInstanceOf(CacheLoadException.class).hasCause(checked);
		assertThat(AsyncFaults.failure(async().get("k",
				(key) -> CompletableFuture.failedFuture(new CompletionException(new CompletionException(unchecked))))))
			.isSameAs(unchecked);
		assertThat(AsyncFaults.failure(async().get("k", (key) -> CompletableFuture.failedFuture(checked))))
			.isInstanceOf(CacheLoadException.class)
			.hasCause(checked);
		assertThat(AsyncFaults.failure(async().get("k", (key) -> {
			throw new NoClassDefFoundError("for a test");
		}))).isInstanceOf(NoClassDefFoundError.class);
		assertThat(AsyncFaults.failure(async().get("k", (key) -> null))).isInstanceOf(IllegalStateException.class)
			.hasMessageContaining("returned null");
		CompletableFuture<String> cancelled = new CompletableFuture<>();
		cancelled.cancel(false);
		CompletableFuture<String> call = async().get("k", (key) -> cancelled);
		assertThat(AsyncFaults.failure(call)).isInstanceOf(CacheLoadException.class)
			.hasCauseInstanceOf(CancellationException.class);
		assertThat(call.isCancelled()).isFalse();
		// Given back without waiting for the answer.
		await().until(() -> !isLeased("k"));
		assertThat(this.here.counts.loads.sum()).isEqualTo(7);
		assertThat(async().get("k", (key) -> CompletableFuture.completedFuture("v"))).succeedsWithin(SOON)
			.isEqualTo("v");
	}

	@Test
	void givesUpAStageThatIsNeverComplete() {
		tune(tune((loading) -> loading.withMaxConcurrentLoads(1)).withLease(Duration.ofMillis(500),
				Duration.ofMillis(500)));
		CompletableFuture<String> never = new CompletableFuture<>();
		assertThat(AsyncFaults.failure(async().get("k", (key) -> never))).isInstanceOf(CacheLoadException.class)
			.hasMessageContaining("max-load-time")
			.hasCauseInstanceOf(TimeoutException.class);
		await().until(never::isCancelled);
		assertThat(this.here.counts.of(LoadEvent.INTERRUPTED)).isEqualTo(1);
		await().until(() -> !isLeased("k"));
		assertThat(this.mine.get("k", this::loading)).isEqualTo("v1");
		assertThat(this.mine.get("other", this::loading)).isEqualTo("v2");
	}

	@Test
	void aCallerThatCancelsEndsNothingElse() {
		CompletableFuture<String> stage = new CompletableFuture<>();
		CompletableFuture<String> leading = async().get("k", (key) -> {
			this.loads.incrementAndGet();
			return stage;
		});
		await().untilAtomic(this.loads, org.hamcrest.Matchers.is(1));
		CompletableFuture<String> joining = async().get("k", (key) -> CompletableFuture.completedFuture("other"));
		assertThat(leading.cancel(true)).isTrue();
		assertThat(stage).isNotDone();
		stage.complete("loaded");
		assertThat(joining).succeedsWithin(SOON).isEqualTo("loaded");
		await().until(() -> "loaded".equals(this.theirs.peek("k").value()));
	}

	@Test
	void completesFuturesOnNoThreadThatServesRedis() {
		Set<String> names = ConcurrentHashMap.newKeySet();
		String caller = Thread.currentThread().getName();
		for (int i = 0; i < 200; i++) {
			String key = "k" + i;
			async().get(key, (asked) -> {
				names.add(Thread.currentThread().getName());
				return CompletableFuture.supplyAsync(() -> "v", this.threads);
			}).thenAccept((value) -> names.add(Thread.currentThread().getName())).join();
			async().peek(key).thenAccept((found) -> names.add(Thread.currentThread().getName())).join();
			async().put(key, "w").thenRun(() -> names.add(Thread.currentThread().getName())).join();
			async().invalidate(key).thenRun(() -> names.add(Thread.currentThread().getName())).join();
			async().invalidateTags("t").thenRun(() -> names.add(Thread.currentThread().getName())).join();
			async().clear().thenRun(() -> names.add(Thread.currentThread().getName())).join();
			async().writeThrough(key, () -> CompletableFuture.supplyAsync(() -> "v", this.threads))
				.thenAccept((value) -> names.add(Thread.currentThread().getName()))
				.join();
		}
		assertThat(names).allMatch((name) -> name.equals(caller) || name.startsWith("redis-components-stage-"))
			.anyMatch((name) -> name.startsWith("redis-components-stage-"));
	}

	@Test
	void refusesCallsBeyondTheirNumberAndNamesTheProperty() {
		tune((loading) -> loading.withMaxAsyncCalls(2));
		CompletableFuture<String> stage = new CompletableFuture<>();
		CompletableFuture<String> first = async().get("k", (key) -> stage);
		CompletableFuture<String> second = async().get("k", (key) -> stage);
		assertThat(AsyncFaults.failure(async().get("l", (key) -> stage))).isInstanceOf(CacheLoadException.class)
			.hasMessageContaining("max-async-calls, 2")
			.hasCauseInstanceOf(RejectedExecutionException.class);
		assertThat(AsyncFaults.failure(async().peek("l"))).isInstanceOf(CacheLoadException.class);
		assertThat(this.here.counts.of(LoadEvent.REJECTED)).isEqualTo(2);
		// Those of threads do not count.
		assertThat(this.mine.get("l", this::loading)).isEqualTo("v1");
		stage.complete("v");
		assertThat(first).succeedsWithin(SOON).isEqualTo("v");
		assertThat(second).succeedsWithin(SOON).isEqualTo("v");
		assertThat(async().peek("l")).succeedsWithin(SOON).isEqualTo(new Lookup<>(Lookup.State.FRESH, "v1"));
	}

	@Test
	void refusesAKeyThatTheLoaderIsLoading() {
		assertThat(AsyncFaults.failure(async().get("k", (key) -> async().get("k", (same) -> null))))
			.isInstanceOf(IllegalStateException.class)
			.hasMessageContaining("the key that it is loading");
		assertThatIllegalStateException().isThrownBy(() -> this.mine.get("k", (key) -> {
			Throwable circular = AsyncFaults.failure(async().get("k", (same) -> null));
			throw (IllegalStateException) circular;
		})).withMessageContaining("the key that it is loading");
	}

	@Test
	void throwsErrorsOfArgumentsAndFailsWithTheOthers() {
		assertThatIllegalArgumentException().isThrownBy(() -> async().get("k", null)).withMessageStartingWith("loader");
		assertThatIllegalArgumentException().isThrownBy(() -> async().get(null, (key) -> null))
			.withMessageStartingWith("key");
		assertThatIllegalArgumentException().isThrownBy(() -> async().put("k", "v", null))
			.withMessageStartingWith("options");
		tune(TestCaches.SETTINGS.withMaxValueBytes(1024));
		assertThat(AsyncFaults.failure(async().put("k", "x".repeat(2000)))).isInstanceOf(IllegalArgumentException.class)
			.hasMessageContaining("max-value-bytes");
	}

	@Test
	void rebuildsStaleValuesWithoutAThreadOfItsOwn() throws Exception {
		CacheSettings windowed = TestCaches.SETTINGS.withStaleWindow(LONG).withMaxRebuilds(1);
		this.here.tuned(windowed.withTtl(Duration.ofMillis(30)));
		this.mine.put("k", "old");
		this.mine.put("l", "old");
		tune(windowed);
		await().until(() -> this.mine.peek("l").state() == Lookup.State.STALE);
		CompletableFuture<String> stage = new CompletableFuture<>();
		AtomicInteger rebuilds = new AtomicInteger();
		for (int i = 0; i < 50; i++) {
			assertThat(async().get("k", (key) -> {
				rebuilds.incrementAndGet();
				return stage;
			})).succeedsWithin(SOON).isEqualTo("old");
			assertThat(async().get("l", (key) -> CompletableFuture.completedFuture("too many"))).succeedsWithin(SOON)
				.isEqualTo("old");
		}
		await().untilAtomic(rebuilds, org.hamcrest.Matchers.is(1));
		stage.complete("new");
		await().until(() -> "new".equals(this.theirs.peek("k").value()));
		await().until(() -> "newer"
			.equals(async().get("l", (key) -> CompletableFuture.completedFuture("newer")).get(20, TimeUnit.SECONDS)));
		assertThat(rebuilds).hasValue(1);
	}

	@Test
	void keepsTheStaleValueWhenItsRebuildFailsOrIsNeverComplete() {
		CacheSettings windowed = TestCaches.SETTINGS.withStaleWindow(LONG)
			.withMaxRebuilds(1)
			.withLease(Duration.ofMillis(500), Duration.ofMillis(500));
		this.here.tuned(windowed.withTtl(Duration.ofMillis(30)));
		this.mine.put("k", "old");
		tune(windowed);
		await().until(() -> this.mine.peek("k").state() == Lookup.State.STALE);
		CompletableFuture<String> never = new CompletableFuture<>();
		assertThat(async().get("k", (key) -> never)).succeedsWithin(SOON).isEqualTo("old");
		await().until(never::isCancelled);
		assertThat(this.here.counts.of(LoadEvent.INTERRUPTED)).isEqualTo(1);
		AtomicInteger failures = new AtomicInteger();
		await().until(() -> {
			assertThat(async().get("k", (key) -> {
				failures.incrementAndGet();
				throw new IllegalCallerException("for a test");
			})).succeedsWithin(SOON).isEqualTo("old");
			return failures.get() > 0;
		});
		await().until(() -> "new"
			.equals(async().get("k", (key) -> CompletableFuture.completedFuture("new")).get(20, TimeUnit.SECONDS)));
	}

	@Test
	void answersFromTheLocalLevelAtOnce() {
		tune(LocalLevelTests.LOCAL);
		this.here.awaitUp();
		this.mine.put("k", "v");
		// A stall of the machine can let the local level be bypassed for a while.
		await().untilAsserted(() -> {
			async().get("k", (key) -> CompletableFuture.completedFuture("other")).join();
			assertThat(async().get("k", (key) -> null)).isCompletedWithValue("v");
		});
		async().invalidate("k").join();
		assertThat(async().get("k", (key) -> CompletableFuture.completedFuture("new"))).succeedsWithin(SOON)
			.isEqualTo("new");
	}

	@Test
	void neverHangsWhenTheThreadsAreShutDown() {
		Background background = new Background();
		try (CacheClient client = CacheClient.create(port(), new KeySpace(this.here.keys.prefix() + "x"),
				new LiveSettings<>(CacheRegistrySettings.defaults().withCommon(TestCaches.SETTINGS)), background,
				ValueCodecs.json(), CacheObserver.NONE)) {
			AsyncTypedCache<String, String> closed = client.cache("c", String.class).async();
			assertThat(closed.get("k", (key) -> CompletableFuture.completedFuture("v"))).succeedsWithin(SOON)
				.isEqualTo("v");
			CompletableFuture<String> stage = new CompletableFuture<>();
			CompletableFuture<String> loading = closed.get("l", (key) -> {
				this.loads.incrementAndGet();
				return stage;
			});
			await().untilAtomic(this.loads, org.hamcrest.Matchers.is(1));
			background.close();
			stage.complete("v");
			assertThatExceptionOfType(java.util.concurrent.ExecutionException.class)
				.isThrownBy(() -> loading.get(20, TimeUnit.SECONDS))
				.withCauseInstanceOf(RejectedExecutionException.class);
			// Each step is refused, or taken on the thread of the caller.
			for (CompletableFuture<?> late : List.of(closed.get("m", (key) -> stage), closed.put("m", "v"),
					closed.peek("m"), closed.invalidate("m"), closed.invalidateTags("t"), closed.clear(),
					closed.writeThrough("m", () -> CompletableFuture.completedFuture("v")),
					closed.getAllWithContext(List.of("m"), (keys, context) -> new CompletableFuture<>()))) {
				assertThat(AsyncFaults.failure(late)).satisfiesAnyOf((none) -> assertThat(none).isNull(),
						(refused) -> assertThat(refused).isInstanceOf(RejectedExecutionException.class));
			}
		}
	}

}
