// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.EarlyRefresh;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.LoadingSettings;
import io.github.rediscomponents.cache.LocalCacheSettings;
import io.github.rediscomponents.cache.OnWaitTimeout;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TestDatabase;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.cache.bus.CoherenceTruth;
import io.github.rediscomponents.cache.loader.LoadContext;
import io.github.rediscomponents.cache.spring.RedisComponentsCache;
import io.github.rediscomponents.cache.spring.RedisComponentsCacheManager;

/**
 * What a process of {@link CacheSoakCampaignTests} does with its caches: three of them,
 * over rows whose value is their version. One keeps values for an hour, so that an
 * outdated one would stay; one has a tag for each row; one is Spring's, whose values
 * expire all the time.
 */
final class CacheSoakUse {

	static final int MAX_LOADS = 16;

	static final int MAX_REBUILDS = 8;

	/**
	 * Loads are cut off, refreshed early, and replaced by older values when they fail.
	 */
	private static final LoadingSettings LOADING = LoadingSettings.defaults()
		.withEarlyRefresh(EarlyRefresh.FRACTION)
		.withFailSafe(Duration.ofSeconds(3))
		.withSoftTimeout(Duration.ofMillis(100))
		.withHardTimeout(Duration.ofMillis(1500))
		.withErrorCoolDown(Duration.ofMillis(50))
		.withMaxConcurrentLoads(MAX_LOADS);

	static final CacheSettings SETTINGS = CacheSettings.defaults()
		.withTtl(Duration.ofHours(1))
		.withMaxRebuilds(MAX_REBUILDS)
		.withOutageTtl(Duration.ofMillis(500))
		.withLease(CacheSoakChild.LEASE, Duration.ofSeconds(10))
		.withWait(Duration.ofSeconds(2), OnWaitTimeout.LOAD)
		.withLocal(LocalCacheSettings.defaults().withEnabled(true).withTtl(Duration.ofHours(1)));

	private static final CacheSettings BRIEF = SETTINGS.withTtl(Duration.ofMillis(800))
		.withStaleWindow(Duration.ofSeconds(1))
		.withLoading(LOADING);

	/** What is put by transactions that are rolled back. */
	private static final long NEVER = -1;

	private final TypedCache<Integer, Long> rows;

	private final TypedCache<Integer, Long> tagged;

	private final RedisComponentsCache spring;

	private final TestDatabase database = new TestDatabase();

	private final CoherenceTruth truth;

	private final AtomicLong loads = new AtomicLong();

	CacheSoakUse(TestCaches caches, CoherenceTruth truth) {
		this.truth = truth;
		this.rows = caches.client.cache(CacheSpec.of("rows", Integer.class, Long.class));
		this.tagged = caches.client.cache(CacheSpec.of("tagged", Integer.class, Long.class));
		caches.settings.swap(caches.settings.get().withCaches(Map.of("spring", BRIEF)));
		this.spring = RedisComponentsCacheManager.on(caches.client)
			.types((name) -> Long.class)
			.build()
			.getCache("spring");
	}

	Duration stalenessBound() {
		return this.rows.stalenessBound();
	}

	long loads() {
		return this.loads.get();
	}

	/** Changes one of the rows that belong to a writer alone. */
	void write(Random random, int writer, int writers) {
		int key = random.nextInt(CoherenceTruth.KEYS / writers) * writers + writer;
		long version = this.truth.write(key);
		// All are told, whatever becomes of the one before.
		try {
			changeRow(random, key, version);
		}
		finally {
			try {
				outdate(key);
			}
			finally {
				this.spring.evict(key);
			}
		}
		CacheSoakChild.pause(random.nextInt(8));
	}

	private void changeRow(Random random, int key, long version) {
		switch (random.nextInt(7)) {
			case 0 -> this.rows.put(key, version);
			case 1 -> this.rows.invalidateAll(List.of(key));
			case 2 -> this.rows.putAll(Map.of(key, version));
			case 3 -> this.database.transaction().executeWithoutResult((status) -> this.rows.invalidate(key));
			case 4 -> {
				this.database.transaction().executeWithoutResult((status) -> {
					this.rows.put(key, NEVER);
					status.setRollbackOnly();
				});
				this.rows.invalidate(key);
			}
			case 5 -> writeThrough(key);
			default -> this.rows.invalidate(key);
		}
	}

	private void writeThrough(int key) {
		try {
			this.rows.writeThrough(key, () -> this.truth.write(key));
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Tags are not queued: the caller repeats. */
	private void outdate(int key) {
		while (true) {
			try {
				this.tagged.invalidateTags("row " + key);
				return;
			}
			catch (RedisComponentsException ex) {
				Thread.interrupted();
				CacheSoakChild.pause(1);
			}
		}
	}

	void read(Random random) {
		int key = random.nextInt(CoherenceTruth.KEYS);
		switch (random.nextInt(8)) {
			case 0 -> this.rows.getAll(some(random), this::loadAll);
			case 1 -> this.tagged.getWithContext(key, this::loadTagged, EntryOptions.defaults());
			case 2 -> this.tagged.getAllWithContext(some(random), (keys, context) -> {
				Map<Integer, Long> all = loadAll(keys);
				all.keySet().forEach((id) -> context.tags(id, "row " + id));
				return all;
			});
			case 3 -> this.spring.get(key, () -> load(key));
			case 4 -> retrieve(key);
			case 5 -> this.rows.peek(key);
			case 6 -> this.rows.get(key, this::load, EntryOptions.defaults().withHardTimeout(Duration.ofMillis(100)));
			default -> this.rows.get(key, this::load);
		}
	}

	private static Set<Integer> some(Random random) {
		return random.ints(8, 0, CoherenceTruth.KEYS).boxed().collect(Collectors.toCollection(LinkedHashSet::new));
	}

	private void retrieve(int key) {
		CompletableFuture<Long> future = this.spring.retrieve(key, () -> {
			try {
				return CompletableFuture.completedFuture(load(key));
			}
			catch (Exception ex) {
				return CompletableFuture.failedFuture(ex);
			}
		});
		try {
			future.get();
		}
		catch (InterruptedException | ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private Map<Integer, Long> loadAll(Collection<Integer> keys) throws Exception {
		trouble();
		return keys.stream().collect(Collectors.toMap((key) -> key, this.truth::version));
	}

	private Long loadTagged(Integer key, LoadContext<Long> context) throws Exception {
		context.tags("row " + key);
		return load(key);
	}

	private Long load(Integer key) throws Exception {
		long version = this.truth.version(key);
		trouble();
		return version;
	}

	/**
	 * One of 20 loads is slow, one of 500 much slower, one of 50 fails. The sleep is the
	 * slowness.
	 */
	private void trouble() throws Exception {
		this.loads.incrementAndGet();
		ThreadLocalRandom random = ThreadLocalRandom.current();
		if (random.nextInt(20) == 0) {
			Thread.sleep(random.nextInt(50));
		}
		if (random.nextInt(500) == 0) {
			Thread.sleep(random.nextInt(3000));
		}
		if (random.nextInt(50) == 0) {
			throw new IllegalStateException("no row today");
		}
	}

	/** How many values are not those of the rows, also when they are in memory. */
	long stale() {
		long stale = 0;
		for (int i = 0; i < 3; i++) {
			stale += stale((key) -> this.rows.get(key, this.truth::version));
			stale += stale((key) -> this.tagged.getWithContext(key, (id, context) -> {
				context.tags("row " + id);
				return this.truth.version(id);
			}, EntryOptions.defaults()));
			stale += stale((key) -> this.spring.get(key, () -> this.truth.version(key)));
		}
		return stale;
	}

	private long stale(Function<Integer, Long> read) {
		long stale = 0;
		for (int key = 0; key < CoherenceTruth.KEYS; key++) {
			Long seen = read.apply(key);
			if (!Objects.equals(seen, this.truth.version(key))) {
				stale++;
				System.out.println("STALE row " + key + ": " + seen + " instead of " + this.truth.version(key));
			}
		}
		return stale;
	}

}
