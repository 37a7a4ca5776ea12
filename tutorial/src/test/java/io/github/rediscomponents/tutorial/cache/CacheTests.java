// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.ComponentType;
import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.tutorial.Pause;
import io.github.rediscomponents.tutorial.Scene;
import io.github.rediscomponents.tutorial.Trace;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Caches of the tutorials, and {@link CacheClient} in the same scenes.
 */
class CacheTests extends Scene {

	private final Rows rows = new Rows();

	@Test
	@Trace("Delete, then update")
	void deleteThenUpdateBreaksWhenAReaderComesBetween() {
		this.rows.save("1", "old");
		DeleteThenUpdate reader = new DeleteThenUpdate(this.redis, this.rows, Pause.NONE);
		DeleteThenUpdate writer = new DeleteThenUpdate(this.redis, this.rows, () -> reader.read("1"));
		writer.update("1", "new");
		assertThat(this.rows.find("1")).isEqualTo("new");
		assertThat(reader.read("1")).as("for 30 minutes").isEqualTo("old");
		assertThat(this.redis.getExpire("row:1")).isGreaterThan(1700);
	}

	@Test
	void doubleDeleteBreaksWhenTheReaderIsSlowerThanThePause() {
		this.rows.save("1", "old");
		DeleteThenUpdate reader = new DeleteThenUpdate(this.redis, this.rows, Pause.NONE);
		DoubleDelete writer = new DoubleDelete(this.redis, this.rows, Pause.NONE);
		this.rows.duringNextQuery(() -> writer.update("1", "new"));
		reader.read("1");
		assertThat(this.rows.find("1")).isEqualTo("new");
		assertThat(reader.read("1")).as("for 30 minutes").isEqualTo("old");
	}

	@Test
	@Trace("Update, then delete")
	void updateThenDeleteBreaksWhenAReaderWasSlower() {
		this.rows.save("1", "old");
		UpdateThenDelete cache = new UpdateThenDelete(this.redis, this.rows);
		this.rows.duringNextQuery(() -> cache.update("1", "new"));
		assertThat(cache.read("1")).isEqualTo("old");
		assertThat(this.rows.find("1")).isEqualTo("new");
		assertThat(cache.read("1")).as("for 30 minutes").isEqualTo("old");
	}

	@Test
	void valueLoadedBeforeAnInvalidationIsNeverStored() {
		this.rows.save("1", "old");
		LeasedCache reader = cache(CacheSettings.defaults());
		LeasedCache writer = cache(CacheSettings.defaults());
		this.rows.duringNextQuery(() -> writer.update("1", "new"));
		reader.read("1");
		assertThat(reader.read("1")).isEqualTo("new");
		assertThat(writer.read("1")).isEqualTo("new");
	}

	@Test
	void nullCachingBreaksByInsertsAndByUnknownIds() {
		NullCaching cache = new NullCaching(this.redis, this.rows);
		assertThat(cache.read("7")).isNull();
		cache.insert("7", "tea");
		assertThat(cache.read("7")).as("for two minutes").isNull();
		for (int id = 1000; id < 2000; id++) {
			cache.read("guess-" + id);
		}
		assertThat(this.rows.queries()).isEqualTo(1001);
		assertThat(this.redis.keys("row:guess-*")).hasSize(1000);
	}

	@Test
	void unknownIdsBehindAFilterCostNoQuery() {
		RedisComponents components = opened(
				process().settings(ComponentType.BLOOM_FILTER, Map.of("rows", BloomFilterSettings.of(100_000)))
					.settings(ComponentType.CACHE, of(CacheSettings.defaults().withBloomFilter("rows")))
					.build());
		components.bloomFilters().get("rows").create();
		GuardedCache cache = new GuardedCache(components.caches(), components.bloomFilters().get("rows"), this.rows);
		assertThat(cache.read("7")).isNull();
		cache.insert("7", "tea");
		assertThat(cache.read("7")).isEqualTo("tea");
		long keys = this.redis.execute((connection) -> connection.serverCommands().dbSize(), true);
		for (int id = 1000; id < 2000; id++) {
			cache.read("guess-" + id);
		}
		assertThat(sent(() -> cache.read("one more guess"))).containsOnlyKeys("evalsha");
		assertThat(this.server.commandCalls()).containsKeys("get").containsEntry("bitfield", 1L);
		assertThat(this.rows.queries()).isEqualTo(1);
		assertThat(this.redis.<Long>execute((connection) -> connection.serverCommands().dbSize(), true))
			.isEqualTo(keys);
	}

	@Test
	@Trace("Rebuild under a mutex")
	void mutexBreaksWhenTheValueCameBeforeTheMutex() throws InterruptedException {
		this.rows.save("1", "tea");
		MutexCache other = new MutexCache(this.redis, this.rows, Pause.NONE);
		MutexCache cache = new MutexCache(this.redis, this.rows, () -> CompletableFuture.runAsync(() -> {
			try {
				other.read("1");
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}).join());
		assertThat(cache.read("1")).isEqualTo("tea");
		assertThat(this.rows.queries()).as("queries for one key").isEqualTo(2);
	}

	@Test
	void mutexBreaksWhenARowChangesDuringItsRebuild() throws InterruptedException {
		this.rows.save("1", "old");
		MutexCache cache = new MutexCache(this.redis, this.rows, Pause.NONE);
		this.rows.duringNextQuery(() -> {
			this.rows.save("1", "new");
			this.redis.delete("row:1");
		});
		cache.read("1");
		assertThat(cache.read("1")).as("for 30 minutes").isEqualTo("old");
	}

	@Test
	void mutexBreaksThatOfAnotherWhenTheQueryIsSlow() throws InterruptedException {
		this.rows.save("1", "tea");
		MutexCache cache = new MutexCache(this.redis, this.rows, Pause.NONE);
		this.rows.duringNextQuery(() -> {
			// As after ten seconds of the query: the mutex has ended, and another has it.
			this.redis.delete("mutex:1");
			this.redis.opsForValue().set("mutex:1", "1", Duration.ofSeconds(10));
		});
		cache.read("1");
		assertThat(this.redis.hasKey("mutex:1")).as("of the other, which still queries").isFalse();
	}

	@Test
	void oneLoaderOfAllProcessesQueries() {
		this.rows.save("1", "tea");
		LeasedCache cache = cache(CacheSettings.defaults());
		LeasedCache other = cache(CacheSettings.defaults());
		AtomicReference<CompletableFuture<String>> second = new AtomicReference<>();
		this.rows.duringNextQuery(() -> {
			this.server.resetStats();
			second.set(CompletableFuture.supplyAsync(() -> other.read("1")));
			eventually()
				.until(() -> this.server.commandCalls().keySet().stream().anyMatch((name) -> name.startsWith("eval")));
		});
		assertThat(cache.read("1")).isEqualTo("tea");
		assertThat(second.get().join()).isEqualTo("tea");
		assertThat(this.rows.queries()).isEqualTo(1);
	}

	@Test
	void logicalExpiryBreaksForRowsThatNobodyPreheated() {
		this.rows.save("1", "tea");
		LogicalExpiry cache = new LogicalExpiry(this.redis, this.rows, Runnable::run);
		assertThat(cache.read("1")).as("for ever").isNull();
		cache.store("1", Duration.ofMinutes(30));
		assertThat(cache.read("1")).isEqualTo("tea");
		assertThat(this.redis.getExpire("row:1")).as("in memory, for ever").isEqualTo(-1);
		cache.update("1", "coffee");
		assertThat(cache.read("1")).as("for ever").isNull();
	}

	@Test
	@Trace("Logical expiry with a thread pool")
	void logicalExpiryBreaksWhenARowChangesDuringItsRebuild() {
		this.rows.save("1", "old");
		List<Runnable> pool = new ArrayList<>();
		LogicalExpiry cache = new LogicalExpiry(this.redis, this.rows, pool::add);
		cache.store("1", Duration.ZERO);
		assertThat(cache.read("1")).isEqualTo("old");
		this.rows.duringNextQuery(() -> cache.update("1", "new"));
		pool.forEach(Runnable::run);
		assertThat(cache.read("1")).as("fresh for 30 minutes").isEqualTo("old");
		assertThat(pool).hasSize(1);
	}

	@Test
	void staleValueIsReturnedWhileOneThreadRefreshesIt() throws InterruptedException {
		this.rows.save("1", "old");
		CacheSettings settings = CacheSettings.defaults()
			.withTtl(Duration.ofMillis(300))
			.withStaleWindow(Duration.ofMinutes(10));
		LeasedCache cache = cache(settings);
		LeasedCache writer = cache(settings);
		assertThat(cache.read("1")).as("not preheated").isEqualTo("old");
		awaitExpiry(Duration.ofMillis(300));
		CountDownLatch changed = new CountDownLatch(1);
		this.rows.duringNextQuery(() -> {
			writer.update("1", "new");
			changed.countDown();
		});
		assertThat(cache.read("1")).isEqualTo("old");
		changed.await();
		eventually().until(() -> "new".equals(cache.read("1")));
		assertThat(writer.read("1")).isEqualTo("new");
	}

	@Test
	void hitCostsOneCommand() {
		this.rows.save("1", "tea");
		LeasedCache cache = cache(CacheSettings.defaults());
		cache.read("1");
		cache.read("1");
		Map<String, Long> sent = sent(() -> IntStream.range(0, 100).forEach((i) -> cache.read("1")));
		assertThat(sent).containsOnlyKeys("get");
		// One more each second, which finds out whether the cache was cleared.
		assertThat(sent.get("get")).isBetween(100L, 150L);
	}

	@Test
	void missCostsTwoScriptsAndAnInvalidationOne() {
		this.rows.save("1", "tea");
		LeasedCache cache = cache(CacheSettings.defaults());
		cache.read("1");
		cache.update("1", "coffee");
		assertThat(sent(() -> cache.read("1"))).isEqualTo(Map.of("evalsha", 2L));
		assertThat(sent(() -> cache.update("1", "tea"))).isEqualTo(Map.of("evalsha", 1L));
	}

	private LeasedCache cache(CacheSettings settings) {
		return new LeasedCache(opened(process().settings(ComponentType.CACHE, of(settings)).build()).caches(),
				this.rows);
	}

	/** The machine of the tests can be slow. */
	private static CacheRegistrySettings of(CacheSettings settings) {
		return CacheRegistrySettings.defaults().withCommon(settings.withCommandTimeout(Duration.ofSeconds(30)));
	}

}
