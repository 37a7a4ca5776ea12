// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheLoadException;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.CacheObserver.LoadEvent;
import io.github.rediscomponents.cache.CacheObserver.StaleReason;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.CacheWaitException;
import io.github.rediscomponents.cache.FreshnessFixture;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.cache.loader.BulkLoader;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * What callers get when a loader is slow, and what becomes of the load.
 */
class CacheLoadTimeoutTests extends FreshnessFixture {

	private static final Duration SHORT = Duration.ofMillis(200);

	@Test
	void returnsTheOlderValueAfterTheSoftTimeoutAndStoresTheLoadedOneLater() throws Exception {
		outdate(tune((loading) -> loading.withFailSafe(LONG).withSoftTimeout(SHORT)), "k");
		Held loader = new Held();
		assertThat(Concurrently.run(8, () -> this.mine.get("k", loader))).hasSize(8).containsOnly("old");
		assertThat(this.here.counts.of(StaleReason.TIMED_OUT)).isEqualTo(8);
		assertThat(isLeased("k")).isTrue();
		loader.proceed.countDown();
		await().until(() -> this.theirs.peek("k").equals(new Lookup<>(Lookup.State.FRESH, "new")));
		assertThat(this.loads).hasValue(1);
		assertThat(isLeased("k")).isFalse();
	}

	@Test
	void waitsForTheLoaderWithoutAnOlderValueWhateverTheSoftTimeout() {
		tune((loading) -> loading.withFailSafe(LONG).withSoftTimeout(Duration.ofMillis(1)));
		AtomicReference<Thread> thread = new AtomicReference<>();
		assertThat(this.mine.get("k", (key) -> {
			thread.set(Thread.currentThread());
			TimeUnit.MILLISECONDS.sleep(100);
			return "new";
		})).isEqualTo("new");
		assertThat(thread).hasValue(Thread.currentThread());
	}

	@Test
	void throwsAfterTheHardTimeoutAndStoresTheLoadedValueLater() throws Exception {
		tune((loading) -> loading.withHardTimeout(SHORT));
		Held loader = new Held();
		for (TypedCache<String, String> cache : List.of(this.mine, this.mine, this.theirs)) {
			assertThatExceptionOfType(CacheLoadException.class).isThrownBy(() -> cache.get("k", loader))
				.withMessageContaining("hard-timeout")
				.withCauseInstanceOf(TimeoutException.class);
		}
		assertThat(loader.thread).isNotEqualTo(Thread.currentThread());
		assertThat(this.here.counts.of(LoadEvent.TIMED_OUT)).isEqualTo(2);
		loader.proceed.countDown();
		await().until(() -> this.theirs.peek("k").isHit());
		assertThat(this.mine.get("k", this::loading)).isEqualTo("new");
		assertThat(this.loads).hasValue(1);
		await().until(() -> !isLeased("k"));
	}

	@Test
	void passesOnWhatALoaderThrowsOnAThreadOfItsOwn() {
		tune((loading) -> loading.withHardTimeout(LONG));
		assertThatExceptionOfType(IllegalCallerException.class).isThrownBy(() -> this.mine.get("k", this::failing));
		assertThatExceptionOfType(CacheLoadException.class).isThrownBy(() -> this.mine.get("k", (key) -> {
			throw new IOException("for a test");
		})).withCauseInstanceOf(IOException.class);
		assertThatExceptionOfType(NoClassDefFoundError.class).isThrownBy(() -> this.mine.get("k", (key) -> {
			throw new NoClassDefFoundError("for a test");
		}));
		assertThatIllegalStateException()
			.isThrownBy(() -> this.mine.get("k", (key) -> this.mine.get(key, this::loading)))
			.withMessageContaining("asked the cache for the key");
		await().until(() -> !isLeased("k"));
		assertThat(this.mine.get("k", this::loading)).isEqualTo("v2");
	}

	@Test
	void interruptsALoaderThatBlocksForEverAndLeavesNothingBehind() throws Exception {
		CacheSettings settings = tune((loading) -> loading.withHardTimeout(SHORT).withMaxConcurrentLoads(1))
			.withLease(Duration.ofMillis(500), Duration.ofSeconds(1));
		tune(settings);
		Held loader = new Held();
		assertThatExceptionOfType(CacheLoadException.class).isThrownBy(() -> this.mine.get("k", loader));
		await().untilAsserted(() -> assertThat(this.here.counts.of(LoadEvent.INTERRUPTED)).isEqualTo(1));
		// Its flight, its lease and its place are free.
		await().until(() -> !isLeased("k"));
		tune((loading) -> loading.withHardTimeout(LONG).withMaxConcurrentLoads(1));
		int before = this.loads.get();
		assertThat(this.mine.get("k", this::loading)).isEqualTo("v" + (before + 1));
		assertThat(this.mine.get("other", this::loading)).isEqualTo("v" + (before + 2));
	}

	@Test
	void interruptsARebuildThatBlocksForEver() throws Exception {
		CacheSettings settings = TestCaches.SETTINGS.withStaleWindow(LONG)
			.withMaxRebuilds(1)
			.withLease(Duration.ofMillis(500), Duration.ofSeconds(1));
		tune(settings.withTtl(Duration.ofMillis(30)));
		this.mine.putAll(Map.of("k", "old", "l", "old"));
		tune(settings);
		await().until(() -> this.mine.peek("k").state() == Lookup.State.STALE
				&& this.mine.peek("l").state() == Lookup.State.STALE);
		Held loader = new Held();
		assertThat(this.mine.get("k", loader)).isEqualTo("old");
		loader.awaitBegin();
		await().untilAsserted(() -> assertThat(this.here.counts.of(LoadEvent.INTERRUPTED)).isEqualTo(1));
		// Those that follow may be slow.
		tune(TestCaches.SETTINGS.withStaleWindow(LONG).withMaxRebuilds(1));
		await().until(() -> this.mine.get("l", (key) -> "new").equals("new"));
		await().until(() -> this.mine.get("k", (key) -> "new").equals("new"));
	}

	@Test
	void keepsThePlaceOfALoaderThatIgnoresInterruptsUntilItEnds() throws Exception {
		tune(tune((loading) -> loading.withHardTimeout(SHORT).withMaxConcurrentLoads(1).withMaxLoadWait(Duration.ZERO))
			.withLease(Duration.ofMillis(500), Duration.ofMillis(500)));
		CountDownLatch proceed = new CountDownLatch(1);
		assertThatExceptionOfType(CacheLoadException.class).isThrownBy(() -> this.mine.get("k", (key) -> {
			while (proceed.getCount() > 0) {
				Thread.onSpinWait();
			}
			return "too late";
		}));
		await().untilAsserted(() -> assertThat(this.here.counts.of(LoadEvent.INTERRUPTED)).isEqualTo(1));
		assertThatExceptionOfType(CacheLoadException.class).isThrownBy(() -> this.mine.get("l", this::loading))
			.withMessageContaining("max-concurrent-loads");
		// The next one may be slow.
		tune((loading) -> loading.withMaxConcurrentLoads(1).withMaxLoadWait(Duration.ZERO));
		proceed.countDown();
		await().until(() -> {
			try {
				return this.mine.get("l", this::loading).equals("v1");
			}
			catch (CacheLoadException ex) {
				return false;
			}
		});
	}

	@Test
	void goesOnLoadingWhenItsCallerIsInterrupted() throws Exception {
		tune((loading) -> loading.withHardTimeout(LONG));
		Held loader = new Held();
		AtomicReference<Throwable> failure = new AtomicReference<>();
		Thread caller = new Thread(() -> {
			try {
				this.mine.get("k", loader);
			}
			catch (CacheWaitException ex) {
				failure.set(ex);
			}
		});
		caller.start();
		loader.awaitBegin();
		caller.interrupt();
		caller.join(20_000);
		assertThat(failure.get()).isInstanceOf(CacheWaitException.class);
		loader.proceed.countDown();
		await().until(() -> "new".equals(this.theirs.peek("k").value()));
		assertThat(this.loads).hasValue(1);
	}

	@Test
	void doesNotStoreWhatAnAbandonedLoadBringsAfterAnInvalidation() throws Exception {
		tune((loading) -> loading.withHardTimeout(SHORT));
		Held loader = new Held();
		assertThatExceptionOfType(CacheLoadException.class).isThrownBy(() -> this.mine.get("k", loader));
		loader.awaitBegin();
		this.mine.invalidate("k");
		tune((loading) -> loading.withHardTimeout(LONG));
		assertThat(this.mine.get("k", (key) -> "newer")).isEqualTo("newer");
		loader.proceed.countDown();
		await().untilAsserted(() -> assertThat(this.here.counts.of(CacheObserver.LeaseEvent.REFUSED)).isEqualTo(1));
		assertThat(this.theirs.peek("k").value()).isEqualTo("newer");
	}

	@Test
	void endsTheWaitForAnotherProcessToo() throws Exception {
		CacheSettings settings = tune((loading) -> loading.withFailSafe(LONG));
		outdate(settings, "old");
		this.here.tuned(settings.withLoading(settings.loading().withSoftTimeout(SHORT).withHardTimeout(SHORT)));
		Held loader = new Held();
		Future<String> slow = this.threads.submit(() -> this.theirs.get("old", loader));
		loader.awaitBegin();
		assertThat(this.mine.get("old", this::loading)).isEqualTo("old");
		loader.proceed.countDown();
		assertThat(slow.get(20, TimeUnit.SECONDS)).isEqualTo("new");
		Held other = new Held();
		this.threads.submit(() -> this.theirs.get("cold", other));
		other.awaitBegin();
		assertThatExceptionOfType(CacheLoadException.class).isThrownBy(() -> this.mine.get("cold", this::loading))
			.withCauseInstanceOf(TimeoutException.class);
		other.proceed.countDown();
		assertThat(this.loads).hasValue(2);
	}

	@Test
	void endsTheWaitForManyKeysAfterTheHardTimeoutAndStoresThemLater() throws Exception {
		tune((loading) -> loading.withHardTimeout(SHORT));
		this.mine.put("hit", "hit");
		Held loader = new Held();
		BulkLoader<String, String> all = (keys) -> {
			loader.load("");
			return Map.of("a", "A");
		};
		for (List<String> keys : List.of(List.of("a", "b", "hit"), List.of("b"))) {
			assertThatExceptionOfType(CacheLoadException.class).isThrownBy(() -> this.mine.getAll(keys, all))
				.withCauseInstanceOf(TimeoutException.class);
			loader.awaitBegin();
		}
		assertThatExceptionOfType(CacheLoadException.class).isThrownBy(() -> this.mine.get("a", this::loading))
			.withCauseInstanceOf(TimeoutException.class);
		assertThat(isLeased("a") && isLeased("b")).isTrue();
		loader.proceed.countDown();
		await().until(() -> this.theirs.peek("a").isHit() && this.theirs.peek("b").state() == Lookup.State.NULL);
		assertThat(this.mine.getAll(List.of("a", "b", "hit"), all)).containsExactly(Map.entry("a", "A"),
				Map.entry("hit", "hit"));
		assertThat(this.loads).hasValue(1);
		assertThat(isLeased("a") || isLeased("b")).isFalse();
	}

	@Test
	void returnsOlderValuesOfManyKeysAfterTheSoftTimeoutIfThereIsOneForEach() throws Exception {
		outdate(tune((loading) -> loading.withFailSafe(LONG).withSoftTimeout(SHORT)), "a", "b", "c");
		Held loader = new Held();
		BulkLoader<String, String> all = (keys) -> {
			loader.load("");
			return keys.stream().collect(Collectors.toMap((key) -> key, (key) -> "new"));
		};
		assertThat(this.mine.getAll(List.of("a", "b"), all)).containsExactly(Map.entry("a", "old"),
				Map.entry("b", "old"));
		Map<String, String> found = this.mine.getAll(List.of("a", "c"), (keys) -> Map.of("c", "C"));
		assertThat(found).containsOnlyKeys("a", "c").containsEntry("a", "old");
		// On a machine that stalls this load takes too long as well.
		assertThat(found.get("c")).isIn("C", "old");
		assertThat(this.here.counts.of(StaleReason.TIMED_OUT)).isEqualTo(found.get("c").equals("C") ? 3 : 4);
		await().until(() -> "C".equals(this.theirs.peek("c").value()));
		loader.proceed.countDown();
		await().until(() -> this.theirs.peek("a").isHit() && this.theirs.peek("b").isHit());
		assertThat(this.mine.getAll(List.of("a", "b", "none"), (keys) -> {
			TimeUnit.MILLISECONDS.sleep(400);
			return Map.of("none", "none");
		})).containsExactly(Map.entry("a", "new"), Map.entry("b", "new"), Map.entry("none", "none"));
		assertThat(this.loads).hasValue(1);
	}

	@Test
	void leavesNothingOfALoadOfManyKeysBehindThatFailsOrBlocksForEver() {
		CacheSettings settings = tune((loading) -> loading.withHardTimeout(LONG).withMaxConcurrentLoads(1));
		assertThatExceptionOfType(IllegalCallerException.class)
			.isThrownBy(() -> this.mine.getAll(List.of("a", "b"), this::failingAll));
		assertThatExceptionOfType(NoClassDefFoundError.class)
			.isThrownBy(() -> this.mine.getAll(List.of("a", "b"), (keys) -> {
				throw new NoClassDefFoundError("for a test");
			}));
		tune(settings.withLease(Duration.ofMillis(500), Duration.ofSeconds(1)));
		assertThatExceptionOfType(CacheLoadException.class)
			.isThrownBy(() -> this.mine.getAll(List.of("a", "b"), (keys) -> {
				new CountDownLatch(1).await();
				return Map.of();
			}))
			.withMessageContaining("max-load-time")
			.withCauseInstanceOf(TimeoutException.class);
		await().until(() -> !isLeased("a") && !isLeased("b"));
		tune(tune((loading) -> loading.withHardTimeout(LONG).withMaxConcurrentLoads(1)));
		assertThat(this.mine.getAll(List.of("a", "b"), (keys) -> Map.of("a", "A", "b", "B"))).hasSize(2);
		assertThat(this.theirs.peek("a").value()).isEqualTo("A");
	}

	@Test
	void loadsOnTheThreadOfTheCallerWhenTheOthersAreShutDown() {
		Background background = new Background();
		background.close();
		CacheSettings settings = tune((loading) -> loading.withHardTimeout(LONG));
		try (CacheClient client = CacheClient.create(port(), new KeySpace(this.here.keys.prefix() + "x"),
				new LiveSettings<>(CacheRegistrySettings.defaults().withCommon(settings)), background,
				ValueCodecs.json(), CacheObserver.NONE)) {
			AtomicReference<Thread> thread = new AtomicReference<>();
			assertThat(client.get("c", "k", String.class, (key) -> {
				thread.set(Thread.currentThread());
				return "v";
			})).isEqualTo("v");
			assertThat(thread).hasValue(Thread.currentThread());
		}
	}

}
