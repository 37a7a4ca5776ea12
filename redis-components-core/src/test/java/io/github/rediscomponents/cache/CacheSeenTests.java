// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.CacheObserver.Change;
import io.github.rediscomponents.cache.CacheObserver.LeaseEvent;
import io.github.rediscomponents.cache.CacheObserver.Level;
import io.github.rediscomponents.cache.loader.CacheLoader;
import io.github.rediscomponents.cache.local.LocalLevelTests;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What observers are told, in exact numbers.
 */
public class CacheSeenTests extends CacheFixture {

	public static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final long HOUR = Duration.ofHours(1).toMillis();

	public CacheSeenTests() {
		super(RedisTopology.STANDALONE);
	}

	private TestCaches.Counts counts() {
		return this.caches.counts;
	}

	@Test
	void whatTheBloomFilterAnswersIsAResultOfItsOwn() {
		BloomFilter filter = this.caches.filter("users");
		filter.create();
		filter.addAll(List.of("anna", "ben"));
		this.caches.tuned(TestCaches.SETTINGS.withBloomFilter("users"));
		assertThat(this.cache.get("unknown", this::load)).isNull();
		assertThat(this.cache.get("anna", this::load)).isEqualTo("v1 of anna");
		assertThat(this.cache.get("anna", this::load)).isEqualTo("v1 of anna");
		assertThat(this.cache.getAll(List.of("anna", "ben", "x", "y"), (keys) -> Map.of("ben", "v"))).hasSize(2);
		assertThat(counts().absent.sum()).isEqualTo(3);
		assertThat(counts().of(Lookup.State.MISS)).isEqualTo(2);
		assertThat(counts().of(Lookup.State.FRESH)).isEqualTo(2);
		assertThat(counts().loads.sum()).isEqualTo(2);
	}

	/** Stores values that look an hour old, by settings with a longer time to live. */
	private CacheSettings anHourOld() {
		CacheSettings settings = TestCaches.SETTINGS.withTtl(Duration.ofHours(1)).withNullTtl(Duration.ofHours(1));
		this.caches.tuned(settings);
		Map<String, String> values = new LinkedHashMap<>(Map.of("a", "v", "b", "v"));
		values.put("none", null);
		this.cache.putAll(values);
		this.cache.put("own", "v", EntryOptions.defaults().withTtl(Duration.ofHours(1)));
		CacheSettings longer = settings.withTtl(Duration.ofHours(2)).withNullTtl(Duration.ofHours(3));
		this.caches.tuned(longer);
		awaitClock("a");
		return longer;
	}

	/** The clock of the server is read in the background. */
	private void awaitClock(String hit) {
		await().atMost(PATIENCE).until(() -> {
			this.cache.peek(hit);
			return !counts().ages(Level.REDIS).isEmpty();
		});
		counts().ages.clear();
	}

	@Test
	void theAgeOfWhatIsServedIsItsTimeToLiveWithoutWhatIsLeft() {
		anHourOld();
		this.cache.get("a", this::load);
		this.cache.get("none", this::load);
		this.cache.get("own", this::load);
		this.cache.get("missing", this::load);
		this.cache.peek("a");
		this.cache.getAll(List.of("a", "b", "none", "own", "missing too"), (keys) -> Map.of());
		// Not that of the two whose time to live came from the call, nor of misses.
		List<Long> ages = counts().ages(Level.REDIS);
		assertThat(ages).hasSize(6);
		assertThat(ages).filteredOn((age) -> age >= 2 * HOUR)
			.hasSize(2)
			.allSatisfy((age) -> assertThat(age).isBetween(2 * HOUR, 2 * HOUR + PATIENCE.toMillis()));
		assertThat(ages).filteredOn((age) -> age < 2 * HOUR)
			.allSatisfy((age) -> assertThat(age).isBetween(HOUR, HOUR + PATIENCE.toMillis()));
		assertThat(counts().ages(Level.LOCAL)).isEmpty();
	}

	@Test
	void theAgeOfAnOldValueIsToldWhenItIsServed() {
		this.cache.put("hit", "v");
		awaitClock("hit");
		CacheSettings kept = TestCaches.SETTINGS.withTtl(Duration.ofMillis(1))
			.withLoading(LoadingSettings.defaults().withFailSafe(Duration.ofHours(5)));
		this.caches.tuned(kept);
		this.cache.put("k", "old");
		this.cache.put("l", "old");
		await().atMost(PATIENCE).until(() -> !this.cache.peek("k").isHit() && !this.cache.peek("l").isHit());
		counts().ages.clear();
		assertThat(this.cache.get("k", (key) -> {
			throw new IllegalCallerException();
		})).isEqualTo("old");
		assertThat(this.cache.getAll(List.of("k", "l"), (keys) -> {
			throw new IllegalCallerException();
		})).hasSize(2);
		assertThat(counts().ages(Level.REDIS)).hasSize(3)
			.allSatisfy((age) -> assertThat(age).isBetween(1L, PATIENCE.toMillis()));
	}

	@Test
	void oneInSixtyFourLocalHitsTellsTheAge() {
		this.caches.probeEvery(Duration.ofMillis(200));
		CacheSettings longer = anHourOld();
		this.caches.tuned(longer.withLocal(LocalLevelTests.LOCAL.local()));
		this.caches.awaitUp();
		await().atMost(PATIENCE).until(() -> {
			this.cache.get("a", this::load);
			return !counts().ages(Level.LOCAL).isEmpty();
		});
		assertThat(counts().ages(Level.LOCAL))
			.allSatisfy((age) -> assertThat(age).isBetween(0L, HOUR + PATIENCE.toMillis()));
		assertThat(this.loads).hasValue(0);
	}

	@Test
	protected void aLocalHitAllocatesNothing() {
		this.caches.tuned(LocalLevelTests.LOCAL);
		this.caches.awaitUp();
		this.cache.put("k", "v", EntryOptions.defaults().withTags("t"));
		CacheLoader<String, String> loader = this::load;
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		int hits = 100_000;
		// While the level is closed, reads go to Redis.
		await().atMost(PATIENCE).until(() -> {
			long before = threads.getCurrentThreadAllocatedBytes();
			for (int i = 0; i < hits; i++) {
				this.cache.get("k", loader);
			}
			return threads.getCurrentThreadAllocatedBytes() - before < hits / 10;
		});
		assertThat(this.loads).hasValue(0);
		// Told with the next probe.
		await().atMost(PATIENCE).until(() -> !counts().ages(Level.LOCAL).isEmpty());
	}

	@Test
	void leasesThatAreExtendedAndLostAreCounted() throws Exception {
		this.caches.close();
		this.caches = TestCaches.on(LastingLeases.of(port()));
		this.cache = seenBy(this.caches.texts("c"));
		this.caches.tuned(TestCaches.SETTINGS.withLease(Duration.ofMillis(300), Duration.ofMinutes(10)));
		CountDownLatch loading = new CountDownLatch(1);
		CountDownLatch proceed = new CountDownLatch(1);
		CompletableFuture<Map<String, String>> loader = CompletableFuture
			.supplyAsync(() -> this.cache.getAll(List.of("a", "b", "c"), (keys) -> {
				loading.countDown();
				proceed.await();
				return Map.of("a", "A", "b", "B", "c", "C");
			}));
		loading.await();
		await().atMost(PATIENCE).until(() -> counts().of(LeaseEvent.EXTENDED) >= 6);
		assertThat(counts().of(LeaseEvent.LOST)).isZero();
		try (CommandPort port = newPort(); TestCaches others = this.caches.alsoOn(port)) {
			others.texts("c").invalidateAll(List.of("a", "b"));
		}
		await().atMost(PATIENCE).until(() -> counts().of(LeaseEvent.LOST) == 2);
		long extended = counts().of(LeaseEvent.EXTENDED);
		await().atMost(PATIENCE).until(() -> counts().of(LeaseEvent.EXTENDED) >= extended + 3);
		proceed.countDown();
		assertThat(loader.get()).hasSize(3);
		assertThat(counts().of(LeaseEvent.LOST)).isEqualTo(2);
		assertThat(counts().of(LeaseEvent.REFUSED)).isEqualTo(2);
		assertThat(counts().of(LeaseEvent.ACQUIRED)).isEqualTo(3);
		assertThat(this.cache.peek("c").value()).isEqualTo("C");
		assertThat(this.cache.peek("a").isHit()).isFalse();
	}

	/** A port that keeps back the replies to extensions of leases. */
	private static CommandPort keepingBack(CommandPort port, Queue<CompletableFuture<Long>> extensions) {
		return InterceptedPort.of(port, (method, args, real) -> {
			if (method.getName().equals("withTimeout")) {
				return keepingBack((CommandPort) real.proceed(), extensions);
			}
			if (InterceptedPort.script(args).equals("cache/extend")) {
				CompletableFuture<Long> reply = new CompletableFuture<>();
				extensions.add(reply);
				return reply;
			}
			return real.proceed();
		});
	}

	@Test
	void aLeaseThatEndedWithItsLoadIsNotLost() {
		Queue<CompletableFuture<Long>> extensions = new ConcurrentLinkedQueue<>();
		try (CommandPort port = newPort(); TestCaches others = this.caches.alsoOn(keepingBack(port, extensions))) {
			others.tuned(TestCaches.SETTINGS.withLease(Duration.ofMillis(300), Duration.ofMinutes(1)));
			TypedCache<String, String> there = seenBy(others.texts("c"));
			there.get("k", (key) -> {
				await().atMost(PATIENCE).until(() -> !extensions.isEmpty());
				return load(key);
			});
			int before = extensions.size();
			assertThatExceptionOfType(IllegalCallerException.class).isThrownBy(() -> there.get("f", (key) -> {
				await().atMost(PATIENCE).until(() -> extensions.size() > before);
				throw new IllegalCallerException();
			}));
			extensions.forEach((reply) -> reply.complete(0L));
			assertThat(others.counts.of(LeaseEvent.LOST)).isZero();
			assertThat(others.counts.of(LeaseEvent.ACQUIRED)).isEqualTo(2);
		}
	}

	@Test
	void invalidationsAreCountedWhereTheyAreSentAndWhereTheyArrive() {
		this.caches.tuned(LocalLevelTests.LOCAL);
		this.caches.awaitUp();
		try (CommandPort port = newPort(); TestCaches others = this.caches.alsoOn(port)) {
			others.awaitUp();
			Map<Change, Long> before = told(others);
			this.cache.invalidate("a");
			this.cache.invalidateAll(List.of("a", "b", "c"));
			this.cache.put("p", "v");
			this.cache.putAll(Map.of("q", "v", "r", "v"));
			this.cache.invalidateTags("t", "u");
			this.cache.invalidateTags("t");
			this.cache.clear();
			this.caches.client.clear("c");
			assertThat(counts().invalidated(Change.KEY)).isEqualTo(4);
			assertThat(counts().invalidated(Change.TAGS)).isEqualTo(3);
			assertThat(counts().invalidated(Change.CLEAR)).isEqualTo(2);
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(told(others)).isEqualTo(Map.of(Change.KEY, before.get(Change.KEY) + 7,
						Change.TAGS, before.get(Change.TAGS) + 2, Change.CLEAR, before.get(Change.CLEAR) + 2)));
			assertThat(others.counts.invalidated(Change.KEY)).isZero();
		}
	}

	private static Map<Change, Long> told(TestCaches caches) {
		Map<Change, Long> told = new LinkedHashMap<>();
		for (Change change : Change.values()) {
			told.put(change, caches.counts.told(change));
		}
		return told;
	}

	@Test
	void whatCannotBeStoredIsNotRebuiltByEveryRead() {
		CacheSettings stale = TestCaches.SETTINGS.withTtl(Duration.ofMillis(1)).withStaleWindow(Duration.ofHours(1));
		this.caches.tuned(stale.withMaxValueBytes(1024));
		this.cache.putAll(Map.of("large", "old", "not", "old", "all", "old"));
		await().atMost(PATIENCE)
			.until(() -> List.of("large", "not", "all")
				.stream()
				.allMatch((key) -> this.cache.peek(key).state() == Lookup.State.STALE));
		long began = System.nanoTime();
		for (int i = 0; i < 2000; i++) {
			assertThat(this.cache.get("large", (key) -> {
				this.loads.incrementAndGet();
				return "x".repeat(2000);
			})).isEqualTo("old");
			assertThat(this.cache.getWithContext("not", (key, context) -> {
				this.loads.incrementAndGet();
				context.doNotCache();
				return "new";
			})).isEqualTo("old");
			assertThat(this.cache.getAll(List.of("all"), (keys) -> {
				this.loads.incrementAndGet();
				return Map.of("all", "x".repeat(2000));
			})).containsEntry("all", "old");
		}
		long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
		assertThat(this.loads.get()).isBetween(1, (int) (3 * (seconds + 2)));
	}

}
