// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.CacheRaceFixture;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.OnWaitTimeout;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * How many loaders a cache calls, and when.
 */
class CacheLoadTests extends CacheRaceFixture {

	private final AtomicInteger running = new AtomicInteger();

	private final AtomicInteger most = new AtomicInteger();

	CacheLoadTests() {
		super(RedisTopology.STANDALONE);
	}

	@Test
	void callsNotAllLoadersAtOnceWhenOneFails() {
		this.here.tuned(TestCaches.SETTINGS.withWait(Duration.ofSeconds(1), OnWaitTimeout.LOAD));
		AtomicInteger failures = new AtomicInteger();
		Concurrently.run(64, () -> {
			try {
				return this.mine.get("k", (key) -> counted(() -> {
					TimeUnit.MILLISECONDS.sleep(300);
					throw new IllegalCallerException();
				}));
			}
			catch (IllegalCallerException ex) {
				failures.incrementAndGet();
				return "";
			}
		});
		assertThat(failures).hasValue(64);
		// The caller that had its turn, one for all whose wait timed out meanwhile, and
		// on a machine that extends leases too late the one that takes the lease over.
		assertThat(this.most).hasValueLessThanOrEqualTo(3);
	}

	@Test
	void rebuildsOnlySoManyStaleValuesAtOnce() throws Exception {
		CacheSettings windowed = TestCaches.SETTINGS.withStaleWindow(Duration.ofMinutes(10)).withMaxRebuilds(5);
		this.here.tuned(windowed.withTtl(Duration.ofMillis(50)));
		List<String> keys = IntStream.range(0, 3_000).mapToObj((i) -> "k" + i).toList();
		Map<String, String> old = new HashMap<>();
		keys.forEach((key) -> old.put(key, "old"));
		this.mine.putAll(old);
		this.here.tuned(windowed);
		await().until(() -> this.mine.peek("k2999").state() == Lookup.State.STALE);
		CountDownLatch proceed = new CountDownLatch(1);
		for (String key : keys) {
			assertThat(this.mine.get(key, (id) -> counted(() -> {
				proceed.await();
				return "new";
			}))).isEqualTo("old");
		}
		assertThat(this.mine.getAll(keys, (ids) -> Map.of())).hasSize(3_000).containsEntry("k7", "old");
		await().untilAtomic(this.running, org.hamcrest.Matchers.is(5));
		assertThat(this.most).hasValue(5);
		proceed.countDown();
		await().untilAtomic(this.running, org.hamcrest.Matchers.is(0));
		// The places are free again.
		await().until(() -> {
			keys.subList(2_990, 3_000).forEach((key) -> this.mine.get(key, (id) -> "new"));
			return keys.subList(2_990, 3_000).stream().allMatch((key) -> "new".equals(this.mine.peek(key).value()));
		});
	}

	@Test
	void waitsOnceForAllKeysThatAnotherProcessLoads() throws Exception {
		List<String> keys = IntStream.range(0, 100).mapToObj((i) -> "k" + i).toList();
		CountDownLatch loading = new CountDownLatch(1);
		CountDownLatch proceed = new CountDownLatch(1);
		Future<Map<String, String>> slow = this.threads.submit(() -> this.theirs.getAll(keys, (missing) -> {
			loading.countDown();
			proceed.await();
			return Map.of();
		}));
		assertThat(loading.await(1, TimeUnit.MINUTES)).isTrue();
		this.here.tuned(TestCaches.SETTINGS.withWait(Duration.ofSeconds(1), OnWaitTimeout.LOAD));
		List<Integer> calls = new ArrayList<>();
		long began = System.nanoTime();
		Map<String, String> found = this.mine.getAll(keys, (missing) -> {
			calls.add(missing.size());
			Map<String, String> loaded = new HashMap<>();
			missing.forEach((key) -> loaded.put(key, "late"));
			return loaded;
		});
		assertThat(Duration.ofNanos(System.nanoTime() - began)).isBetween(Duration.ofSeconds(1),
				Duration.ofSeconds(50));
		assertThat(found).hasSize(100).containsValue("late");
		assertThat(calls).containsExactly(100);
		proceed.countDown();
		slow.get(1, TimeUnit.MINUTES);
	}

	@Test
	void waitsOnceForAllKeysThatOtherThreadsLoad() throws Exception {
		CountDownLatch loading = new CountDownLatch(5);
		CountDownLatch proceed = new CountDownLatch(1);
		List<String> keys = IntStream.range(0, 5).mapToObj((i) -> "k" + i).toList();
		List<Future<String>> slow = keys.stream().map((key) -> this.threads.submit(() -> this.mine.get(key, (id) -> {
			loading.countDown();
			proceed.await();
			return "slow";
		}))).toList();
		assertThat(loading.await(1, TimeUnit.MINUTES)).isTrue();
		this.here.tuned(TestCaches.SETTINGS.withWait(Duration.ofSeconds(1), OnWaitTimeout.LOAD));
		AtomicInteger calls = new AtomicInteger();
		long began = System.nanoTime();
		List<Map<String, String>> found = Concurrently.run(8, () -> this.mine.getAll(keys, (missing) -> {
			calls.incrementAndGet();
			TimeUnit.MILLISECONDS.sleep(500);
			Map<String, String> loaded = new HashMap<>();
			missing.forEach((key) -> loaded.put(key, "late"));
			return loaded;
		}));
		assertThat(Duration.ofNanos(System.nanoTime() - began)).isBetween(Duration.ofSeconds(1),
				Duration.ofSeconds(30));
		assertThat(found).allSatisfy((one) -> assertThat(one).hasSize(5).containsEntry("k3", "late"));
		assertThat(calls.get()).isBetween(1, 5);
		proceed.countDown();
		for (Future<String> one : slow) {
			assertThat(one.get(1, TimeUnit.MINUTES)).isEqualTo("slow");
		}
	}

	@Test
	void bringsWhatOtherProcessesStoredMeanwhile() throws Exception {
		List<String> keys = IntStream.range(0, 10).mapToObj((i) -> "k" + i).toList();
		CountDownLatch loading = new CountDownLatch(1);
		CountDownLatch proceed = new CountDownLatch(1);
		this.threads.submit(() -> this.theirs.getAll(keys, (missing) -> {
			loading.countDown();
			proceed.await();
			Map<String, String> loaded = new HashMap<>();
			missing.forEach((key) -> loaded.put(key, "theirs"));
			return loaded;
		}));
		assertThat(loading.await(1, TimeUnit.MINUTES)).isTrue();
		Future<Map<String, String>> waiting = this.threads.submit(() -> this.mine.getAll(keys, (missing) -> {
			throw new AssertionError("The other process loads them");
		}));
		awaitWaiter("k9");
		proceed.countDown();
		assertThat(waiting.get(1, TimeUnit.MINUTES)).hasSize(10).containsEntry("k9", "theirs");
		assertThat(this.here.counts.loads.sum()).isZero();
	}

	private String counted(Callable<String> loader) throws Exception {
		this.most.accumulateAndGet(this.running.incrementAndGet(), Math::max);
		try {
			return loader.call();
		}
		finally {
			this.running.decrementAndGet();
		}
	}

}
