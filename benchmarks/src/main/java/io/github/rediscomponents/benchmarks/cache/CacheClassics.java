// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.benchmarks.BenchRedis;
import io.github.rediscomponents.benchmarks.Waits;
import io.github.rediscomponents.benchmarks.cache.LoadPicture.Series;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilterObserver;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.test.Concurrently;

/**
 * Penetration, breakdown and avalanche: the load of a database over time, with
 * cache-aside as common tutorials have it and with CacheClient, drawn as pictures.
 */
public final class CacheClassics {

	/** Where the pictures go, seen from this module. */
	private static final Path IMAGES = Path.of(System.getProperty("bench.images", "../docs/images"));

	private static final int CALLERS = 48;

	private static final int PACE_MILLIS = 4;

	private CacheClassics() {
	}

	public static void print() throws IOException {
		System.out.printf("%n### Penetration, breakdown, avalanche%n%n");
		System.out.println("| classic | read by | calls | queries | most queries in 100 ms | slowest call (ms) |");
		System.out.println("|---|---|---|---|---|---|");
		for (Scene scene : Scene.values()) {
			Outcome before = run(scene, false);
			Outcome after = run(scene, true);
			print(scene, "cache-aside", before);
			print(scene, "CacheClient", after);
			LoadPicture picture = new LoadPicture(scene.title, "database queries per 100 ms",
					CountedDatabase.BUCKET_MILLIS, new Series("before: cache-aside", before.queries),
					new Series("after: CacheClient", after.queries));
			Files.writeString(IMAGES.resolve("cache-" + scene.label() + ".svg"), picture.svg());
		}
	}

	private static void print(Scene scene, String reader, Outcome outcome) {
		System.out.printf(Locale.ROOT, "| %s | %s | %,d | %,d | %,d | %,.0f |%n", scene.label(), reader,
				outcome.waits.count(), outcome.total, Arrays.stream(outcome.queries).max().orElse(0),
				outcome.waits.longest());
	}

	private static Outcome run(Scene scene, boolean ours) {
		CountedDatabase database = new CountedDatabase(100, scene.queryMillis, scene.seconds);
		try (BenchRedis redis = new BenchRedis();
				Reads reads = ours ? new OurReads(redis, scene, database) : new CacheAside(redis, scene, database)) {
			reads.warm(scene.known);
			Concurrently.repeat(CALLERS, 20, () -> reads.get("0"));
			reads.warm(scene.known);
			database.begin();
			List<long[]> waits = Concurrently.run(CALLERS, () -> call(scene, database, reads));
			return new Outcome(database.total(), database.perBucket(), Waits.of(waits));
		}
	}

	private static long[] call(Scene scene, CountedDatabase database, Reads reads) throws Exception {
		List<Long> nanos = new ArrayList<>();
		for (long millis = 0; millis < scene.seconds * 1000L; millis = database.millis()) {
			String id = scene.id(millis);
			long began = System.nanoTime();
			reads.get(id);
			nanos.add(System.nanoTime() - began);
			TimeUnit.MILLISECONDS.sleep(PACE_MILLIS);
		}
		return nanos.stream().mapToLong(Long::longValue).toArray();
	}

	/** What is asked for. */
	private enum Scene {

		/** Rows that do not exist, each another one. */
		PENETRATION("Penetration: from 2 s to 8 s every other call asks for a row that does not exist", 200,
				Duration.ofMinutes(10), 10, 10) {

			@Override
			String id(long millis) {
				ThreadLocalRandom random = ThreadLocalRandom.current();
				boolean attacked = millis >= 2000 && millis < 8000;
				return (attacked && random.nextBoolean()) ? "unknown " + random.nextLong() : super.id(millis);
			}

		},

		/** One key with a slow query. */
		BREAKDOWN("Breakdown: one hot key expires every 2 s, its query takes 300 ms", 1, Duration.ofSeconds(2), 300,
				10),

		/** Keys that were all stored at the same time. */
		AVALANCHE("Avalanche: 2,000 keys were stored together for 5 s", 2000, Duration.ofSeconds(5), 10, 14);

		private final String title;

		private final int known;

		private final Duration ttl;

		private final int queryMillis;

		private final int seconds;

		Scene(String title, int known, Duration ttl, int queryMillis, int seconds) {
			this.title = title;
			this.known = known;
			this.ttl = ttl;
			this.queryMillis = queryMillis;
			this.seconds = seconds;
		}

		String id(long millis) {
			return String.valueOf(ThreadLocalRandom.current().nextInt(this.known));
		}

		String label() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

	private record Outcome(long total, int[] queries, Waits waits) {

	}

	/** A way to read rows. */
	private interface Reads extends AutoCloseable {

		/** Stores the rows from 0. */
		void warm(int count);

		@Nullable String get(String id) throws Exception;

		@Override
		void close();

	}

	/** As common tutorials have it. */
	private record CacheAside(StringRedisTemplate redis, Duration ttl, CountedDatabase database) implements Reads {

		CacheAside(BenchRedis redis, Scene scene, CountedDatabase database) {
			this(new StringRedisTemplate(redis.factory()), scene.ttl, database);
		}

		@Override
		public void warm(int count) {
			for (int i = 0; i < count; i++) {
				this.redis.opsForValue().set("row:" + i, "row " + i, this.ttl);
			}
		}

		@Override
		public @Nullable String get(String id) throws InterruptedException {
			String known = this.redis.opsForValue().get("row:" + id);
			if (known != null) {
				return known;
			}
			String loaded = this.database.find(id);
			if (loaded != null) {
				this.redis.opsForValue().set("row:" + id, loaded, this.ttl);
			}
			return loaded;
		}

		@Override
		public void close() {
		}

	}

	private static final class OurReads implements Reads {

		private final CountedDatabase database;

		private final CacheClient client;

		private final TypedCache<String, String> cache;

		private final @Nullable BloomFilter filter;

		OurReads(BenchRedis redis, Scene scene, CountedDatabase database) {
			this.database = database;
			CacheSettings settings = CacheSettings.defaults()
				.withTtl(scene.ttl)
				.withCommandTimeout(Duration.ofSeconds(5))
				.withJitter((scene == Scene.AVALANCHE) ? 0.5 : 0);
			this.client = CacheClient.create(redis.port, redis.keys,
					new LiveSettings<>(CacheRegistrySettings.defaults().withCommon(settings)), redis.background,
					ValueCodecs.json(), CacheObserver.NONE);
			TypedCache<String, String> rows = this.client.cache("row", String.class);
			this.filter = (scene == Scene.PENETRATION) ? filter(redis) : null;
			this.cache = (this.filter != null) ? rows.guardedBy(this.filter) : rows;
		}

		private static BloomFilter filter(BenchRedis redis) {
			BloomFilter filter = BloomFilters
				.create(redis.port, redis.keys, redis.background, new LiveSettings<>(Map.of()),
						BloomFilterObserver.NONE)
				.get("row", BloomFilterSettings.of(1000).withSettle(Duration.ZERO));
			filter.create();
			return filter;
		}

		@Override
		public void warm(int count) {
			List<String> ids = IntStream.range(0, count).mapToObj(String::valueOf).toList();
			if (this.filter != null) {
				this.filter.addAll(ids);
			}
			this.cache.putAll(ids.stream().collect(Collectors.toMap((id) -> id, (id) -> "row " + id)));
		}

		@Override
		public @Nullable String get(String id) {
			return this.cache.get(id, this.database::find);
		}

		@Override
		public void close() {
			this.client.close();
		}

	}

}
