// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.CacheLoadException;
import io.github.rediscomponents.cache.CacheObserver.LoadEvent;
import io.github.rediscomponents.cache.CacheObserver.StaleReason;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.CacheWaitException;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.FreshnessFixture;
import io.github.rediscomponents.support.InterruptStorm;
import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * How many loads run at a time.
 */
class CacheLoadPlaceTests extends FreshnessFixture {

	private final AtomicInteger running = new AtomicInteger();

	private final AtomicInteger most = new AtomicInteger();

	@Test
	void runsOnlySoManyLoadsAtATime() {
		for (Duration hardTimeout : List.of(Duration.ZERO, LONG)) {
			tune((loading) -> loading.withMaxConcurrentLoads(3).withMaxLoadWait(LONG).withHardTimeout(hardTimeout));
			AtomicInteger number = new AtomicInteger();
			List<String> values = Concurrently.run(24, () -> {
				String key = "k" + hardTimeout + number.incrementAndGet();
				return (number.get() % 2 == 0) ? this.mine.get(key, this::counted)
						: this.mine.getAll(List.of(key), (keys) -> Map.of(key, counted(key))).get(key);
			});
			assertThat(values).hasSize(24).containsOnly("v");
			assertThat(this.most.getAndSet(0)).isEqualTo(3);
		}
	}

	private String counted(String key) throws InterruptedException {
		this.most.accumulateAndGet(this.running.incrementAndGet(), Math::max);
		TimeUnit.MILLISECONDS.sleep(50);
		this.running.decrementAndGet();
		return "v";
	}

	@Test
	void rejectsALoadThatFindsNoPlaceAndNamesTheProperty() throws Exception {
		CacheSettings settings = tune((loading) -> loading.withFailSafe(LONG)
			.withMaxConcurrentLoads(1)
			.withMaxLoadWait(Duration.ofMillis(50)));
		outdate(settings, "old");
		Held loader = new Held();
		Future<String> slow = this.threads.submit(() -> this.mine.get("k", loader));
		loader.awaitBegin();
		assertThatExceptionOfType(CacheLoadException.class).isThrownBy(() -> this.mine.get("l", this::loading))
			.withMessageContaining("max-concurrent-loads")
			.withCauseInstanceOf(RejectedExecutionException.class);
		assertThatExceptionOfType(CacheLoadException.class)
			.isThrownBy(() -> this.mine.getAll(List.of("l", "m"), (keys) -> Map.of()))
			.withCauseInstanceOf(RejectedExecutionException.class);
		assertThat(isLeased("l") || isLeased("m")).isFalse();
		assertThat(this.mine.get("old", this::loading)).isEqualTo("old");
		assertThat(this.mine.getAll(List.of("old"), (keys) -> Map.of())).containsExactly(Map.entry("old", "old"));
		assertThat(this.here.counts.of(LoadEvent.REJECTED)).isEqualTo(4);
		assertThat(this.here.counts.of(StaleReason.REJECTED)).isEqualTo(2);
		loader.proceed.countDown();
		assertThat(slow.get(20, TimeUnit.SECONDS)).isEqualTo("new");
		assertThat(this.mine.get("l", this::loading)).isEqualTo("v2");
	}

	@Test
	void seesThatThereAreMorePlacesWhileItWaitsForOne() throws Exception {
		tune((loading) -> loading.withMaxConcurrentLoads(1).withMaxLoadWait(LONG));
		Held loader = new Held();
		this.threads.submit(() -> this.mine.get("k", loader));
		loader.awaitBegin();
		Future<String> waiting = this.threads.submit(() -> this.mine.get("l", (key) -> "l"));
		await().during(Duration.ofMillis(300)).atMost(Duration.ofSeconds(10)).until(() -> !waiting.isDone());
		tune((loading) -> loading.withMaxConcurrentLoads(2).withMaxLoadWait(LONG));
		assertThat(waiting.get(20, TimeUnit.SECONDS)).isEqualTo("l");
		loader.proceed.countDown();
	}

	@Test
	void loadsInsideALoaderInItsPlaceAndOnItsThread() {
		for (Duration hardTimeout : List.of(Duration.ZERO, LONG)) {
			tune((loading) -> loading.withMaxConcurrentLoads(1).withHardTimeout(hardTimeout));
			String suffix = hardTimeout.toString();
			assertThat(
					this.mine.get(
							"outer" + suffix, (
									key) -> this.mine
										.get("inner" + suffix,
												(inner) -> this.mine.getAll(List.of("all" + suffix),
														(all) -> Map.of("all" + suffix, "v"))
													.get("all" + suffix))))
				.isEqualTo("v");
		}
	}

	@Test
	void leavesNothingBehindWhenCallersAreInterruptedAnywhere() throws Exception {
		SplittableRandom random = new SplittableRandom(7);
		CacheSettings settings = tune(
				(loading) -> loading.withMaxConcurrentLoads(2).withMaxLoadWait(LONG).withHardTimeout(LONG));
		InterruptStorm storm = new InterruptStorm(random, "seed 7");
		for (int i = 0; i < 6; i++) {
			String key = "k" + (i % 3);
			EntryOptions options = (i < 3) ? EntryOptions.defaults()
					: EntryOptions.defaults().withHardTimeout(Duration.ZERO);
			storm.add("caller-" + i, () -> {
				try {
					this.mine.get(key, (id) -> {
						storm.acquired();
						TimeUnit.MICROSECONDS.sleep(500);
						return "v";
					}, options);
					this.mine.invalidate(key);
					this.mine.getAll(List.of(key, "k0"), (keys) -> {
						TimeUnit.MICROSECONDS.sleep(500);
						return Map.of();
					});
					this.mine.invalidate(key);
				}
				catch (CacheWaitException | CacheLoadException ex) {
					throw (InterruptedException) new InterruptedException().initCause(ex);
				}
			});
		}
		storm.run(300);
		// Two can load at a time: no place is lost; nor is a flight or a lease.
		tune(settings.withLoading(settings.loading().withMaxLoadWait(Duration.ofSeconds(20))));
		Held first = new Held();
		Held second = new Held();
		this.threads.submit(() -> this.mine.get("free1", first));
		this.threads.submit(() -> this.mine.get("free2", second));
		first.awaitBegin();
		second.awaitBegin();
		first.proceed.countDown();
		second.proceed.countDown();
		await().until(() -> !isLeased("k0") && !isLeased("k1") && !isLeased("k2"));
		// A caller that was interrupted before its last step leaves what its loader
		// found: nothing.
		this.mine.invalidateAll(List.of("k0", "k1", "k2"));
		for (String key : List.of("k0", "k1", "k2")) {
			assertThat(this.mine.get(key, (id) -> "v")).isEqualTo("v");
		}
	}

}
