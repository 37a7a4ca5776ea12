// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.CacheObserver.LeaseEvent;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.LocalCacheSettings;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.cache.loader.LoadContext;
import io.github.rediscomponents.support.CampaignScale;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tags while Redis refuses, does not answer or loses single keys, and tags of many
 * entries.
 */
@Timeout(240)
class CacheTagTroubleTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final EntryOptions TAGGED = EntryOptions.defaults().withTags("t");

	/** Fails soon where a test is about commands that are not answered. */
	private static final CacheSettings SETTINGS = TestCaches.SETTINGS.withCommandTimeout(Duration.ofMillis(500));

	private final AtomicInteger loads = new AtomicInteger();

	private String load(String key) {
		return "v" + this.loads.incrementAndGet() + " of " + key;
	}

	private String loadTagged(String key, LoadContext<String> context) {
		context.tags("t");
		return load(key);
	}

	private static CommandPort as(RedisServer server, String... rights) {
		String[] command = new String[5 + rights.length];
		System.arraycopy(new String[] { "ACL", "SETUSER", "app", "on", ">secret" }, 0, command, 0, 5);
		System.arraycopy(rights, 0, command, 5, rights.length);
		server.command(command);
		return TestPorts.open(server.uri().replace("redis://", "redis://app:secret@"));
	}

	@Test
	void whatIsInvalidatedIsOutdatedAlthoughTheMessageIsRefused() {
		try (RedisServer server = RedisServer.start();
				CommandPort limited = as(server, "~*", "+@all", "resetchannels");
				CommandPort port = TestPorts.open(server);
				TestCaches caches = TestCaches.on(limited);
				TestCaches others = caches.alsoOn(port)) {
			TypedCache<String, String> cache = caches.texts("c");
			for (int i = 0; i < 3; i++) {
				cache.put("k", "v", TAGGED);
				assertThat(cache.peek("k").isHit()).isTrue();
				assertThat(others.texts("c").peek("k").isHit()).isTrue();
				cache.invalidateTags("t");
				assertThat(cache.peek("k").isHit()).isFalse();
				assertThat(others.texts("c").peek("k").isHit()).isFalse();
			}
			assertThat(caches.client.queuedInvalidations().count()).isZero();
		}
	}

	@Test
	void withoutRightsToTheTagsWhatHasSomeIsLoadedAndNothingElse() {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.open(server);
				TestCaches others = TestCaches.on(port)) {
			String prefix = others.keys.prefix();
			TypedCache<String, String> there = others.texts("c");
			there.put("k", "old", TAGGED);
			there.put("plain", "v");
			try (CommandPort limited = as(server, "~" + prefix + ":cache:*", "~" + prefix + ":cache-lease:*",
					"~" + prefix + ":cache-generation:*", "&*", "+@all"); TestCaches caches = others.alsoOn(limited)) {
				TypedCache<String, String> cache = caches.texts("c");
				assertThat(cache.peek("plain").value()).isEqualTo("v");
				assertThat(cache.peek("k").isHit()).isFalse();
				assertThat(cache.getWithContext("k", this::loadTagged)).isEqualTo("v1 of k");
				assertThat(cache.getAllWithContext(List.of("k", "l"), (keys, context) -> {
					keys.forEach((key) -> context.tags(key, "t"));
					return Map.of("k", "K", "l", "L");
				})).hasSize(2);
				// Nothing with tags was stored.
				assertThat(there.peek("l").isHit()).isFalse();
				assertThat(there.peek("k").value()).isEqualTo("old");
				assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> cache.put("n", "v", TAGGED));
				assertThat(there.peek("n").isHit()).isFalse();
				assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> cache.invalidateTags("t"));
				assertThat(caches.client.queuedInvalidations().count()).isPositive();
				server.command("ACL", "SETUSER", "app", "~*");
				await().atMost(PATIENCE).until(() -> caches.client.queuedInvalidations().count() == 0);
				assertThat(there.peek("k").isHit()).isFalse();
				cache.put("n", "v", TAGGED);
				assertThat(there.peek("n").value()).isEqualTo("v");
			}
		}
	}

	@Test
	void whileTheNodeOfTheTagsIsAwayTheOthersGoOn() {
		try (RedisCluster cluster = RedisCluster.builder().setting("cluster-require-full-coverage", "no").start();
				CommandPort port = TestPorts.open(cluster);
				CommandPort otherPort = TestPorts.open(cluster);
				TestCaches caches = TestCaches.on(port, "t", TestCaches.SETTINGS);
				TestCaches others = caches.alsoOn(otherPort)) {
			TypedCache<String, String> cache = caches.texts("c");
			TypedCache<String, String> there = others.texts("c");
			RedisServer tags = cluster.masterFor(caches.keys.key("cache-tags", "c"));
			List<String> reachable = IntStream.range(0, 100)
				.mapToObj((i) -> "k" + i)
				.filter((key) -> cluster.masterFor(caches.valueKey("c", key)) != tags)
				.limit(3)
				.toList();
			String k = reachable.get(0);
			String plain = reachable.get(1);
			String fresh = reachable.get(2);
			cache.put(k, "old", TAGGED);
			cache.put(plain, "v");
			assertThat(cache.peek(k).value()).isEqualTo("old");
			assertThat(there.peek(k).value()).isEqualTo("old");
			caches.tuned(SETTINGS);
			tags.pause();
			// As far as this process was told.
			await().atMost(PATIENCE).ignoreExceptions().until(() -> "old".equals(cache.peek(k).value()));
			// A machine that stalls for longer than a command may take loads instead.
			await().atMost(PATIENCE).until(() -> "old".equals(cache.get(k, this::load)));
			await().atMost(PATIENCE).until(() -> "v".equals(cache.get(plain, this::load)));
			await().atMost(PATIENCE)
				.until(() -> "old".equals(cache.getAll(List.of(k, plain), (keys) -> Map.of()).get(k)));
			assertThat(cache.getWithContext(fresh, this::loadTagged)).matches("v\\d+ of " + fresh);
			await().atMost(PATIENCE).ignoreExceptions().until(() -> !cache.peek(fresh).isHit());
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> cache.put(fresh, "v", TAGGED));
			await().atMost(PATIENCE).ignoreExceptions().until(() -> {
				cache.put(plain, "v2");
				return true;
			});
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> cache.invalidateTags("t"));
			assertThat(cache.get(k, this::load)).matches("v\\d+ of " + k);
			assertThat(there.get(plain, this::load)).isEqualTo("v2");
			tags.resume();
			await().atMost(PATIENCE).until(() -> caches.client.queuedInvalidations().count() == 0);
			await().atMost(PATIENCE).until(() -> !"old".equals(there.peek(k).value()));
			assertThat(cache.get(k, this::load)).isNotEqualTo("old");
			cache.put(fresh, "v", TAGGED);
			assertThat(there.peek(fresh).value()).isEqualTo("v");
		}
	}

	@Test
	void returnsNoLastValueWithATagThatThisProcessInvalidated() {
		LocalCacheSettings level = LocalCacheSettings.defaults()
			.withEnabled(true)
			.withTtl(Duration.ofHours(1))
			.withOutageWindow(Duration.ofHours(1));
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.open(server);
				TestCaches caches = TestCaches.on(port, "t", TestCaches.SETTINGS.withLocal(level))
					.probeEvery(Duration.ofMillis(200))) {
			TypedCache<String, String> cache = caches.texts("c");
			caches.awaitUp();
			cache.put("k", "old", TAGGED);
			cache.put("other", "old", EntryOptions.defaults().withTags("u"));
			await().atMost(PATIENCE).until(() -> {
				long before = caches.counts.of(Lookup.State.FRESH);
				cache.get("k", this::load);
				cache.get("other", this::load);
				return caches.counts.of(Lookup.State.FRESH) == before;
			});
			caches.tuned(SETTINGS.withLocal(level));
			server.pause();
			await().atMost(PATIENCE).until(() -> caches.client.localLevelState() != LocalLevelState.UP);
			assertThat(cache.get("k", this::load)).isEqualTo("old");
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> cache.invalidateTags("t"));
			assertThat(cache.get("k", this::load)).isEqualTo("v1 of k");
			assertThat(cache.get("other", this::load)).isEqualTo("old");
			server.resume();
			await().atMost(PATIENCE).until(() -> caches.client.queuedInvalidations().count() == 0);
			assertThat(cache.get("k", this::load)).isNotEqualTo("old");
		}
	}

	@Test
	void invalidatesTenThousandEntriesByOneCommand() {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.open(server);
				TestCaches caches = TestCaches.on(port)) {
			TypedCache<String, String> cache = caches.texts("c");
			for (int chunk = 0; chunk < CampaignScale.times(1); chunk++) {
				Map<String, String> values = new HashMap<>();
				int from = 10_000 * chunk;
				IntStream.range(from, from + 10_000).forEach((i) -> values.put("k" + i, "v"));
				cache.putAll(values, TAGGED);
			}
			cache.put("other", "v", EntryOptions.defaults().withTags("u"));
			cache.invalidateTags("x");
			List<String> some = List.of("k0", "k1", "k5000", "k9999");
			assertThat(some).allSatisfy((key) -> assertThat(cache.peek(key).isHit()).isTrue());
			server.resetStats();
			cache.invalidateTags("t");
			Map<String, Long> calls = new HashMap<>(server.commandCalls());
			assertThat(calls).containsEntry("evalsha", 1L)
				.containsEntry("publish", 1L)
				.doesNotContainKeys("get", "del", "unlink", "set", "scan");
			// Whatever the number of entries is.
			assertThat(calls.values().stream().mapToLong(Long::longValue).sum()).isLessThan(20);
			assertThat(some).allSatisfy((key) -> assertThat(cache.peek(key).isHit()).isFalse());
			assertThat(cache.peek("other").isHit()).isTrue();
			assertThat(server.command("ZCARD", caches.keys.key("cache-tags", "c"))).hasToString("4");
		}
	}

	@Test
	void losesNoMoreThanItsLoadWhenAKeyIsEvicted() throws Exception {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.open(server);
				TestCaches caches = TestCaches.on(port)) {
			TypedCache<String, String> cache = caches.texts("c");
			for (String evicted : List.of(caches.valueKey("c", "k"), caches.leaseKey("c", "k"),
					caches.keys.key("cache-tags", "c"), caches.keys.key("cache-generation", "c"))) {
				cache.put("k", "v", TAGGED);
				assertThat(cache.peek("k").isHit()).isTrue();
				cache.invalidateTags("t");
				// While a value is loaded whose moment is known.
				CountDownLatch loading = new CountDownLatch(1);
				CountDownLatch proceed = new CountDownLatch(1);
				CompletableFuture<String> loader = CompletableFuture
					.supplyAsync(() -> cache.getWithContext("k", (key, context) -> {
						context.tags("t");
						loading.countDown();
						proceed.await();
						return "loaded";
					}));
				loading.await();
				server.command("DEL", evicted);
				// The value that is being loaded is older than this.
				cache.invalidateTags("t");
				proceed.countDown();
				assertThat(loader.get()).isEqualTo("loaded");
				assertThat(cache.peek("k").isHit()).as(evicted).isFalse();
				int before = this.loads.get();
				String fresh = cache.getWithContext("k", this::loadTagged);
				assertThat(cache.getWithContext("k", this::loadTagged)).isEqualTo(fresh);
				assertThat(this.loads.get() - before).as(evicted).isEqualTo(1);
				server.command("DEL", evicted);
				String next = cache.getWithContext("k", this::loadTagged);
				assertThat(cache.getWithContext("k", this::loadTagged)).isEqualTo(next);
				assertThat(this.loads.get() - before).as(evicted).isLessThanOrEqualTo(2);
				cache.invalidateTags("t");
				assertThat(cache.peek("k").isHit()).as(evicted).isFalse();
			}
			assertThat(caches.counts.of(LeaseEvent.REFUSED)).isEqualTo(1);
		}
	}

	@Test
	void aProcessThatWasStoppedBeforeItStoredStoresNothingThatIsServed() throws Exception {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.open(server);
				CommandPort otherPort = TestPorts.open(server);
				TestCaches caches = TestCaches.on(port);
				TestCaches others = caches.alsoOn(otherPort)) {
			TypedCache<String, String> cache = caches.texts("c");
			TypedCache<String, String> there = others.texts("c");
			CountDownLatch loading = new CountDownLatch(1);
			CountDownLatch proceed = new CountDownLatch(1);
			CompletableFuture<String> stopped = CompletableFuture
				.supplyAsync(() -> cache.getWithContext("k", (key, context) -> {
					context.tags("t");
					loading.countDown();
					proceed.await();
					return "old";
				}));
			loading.await();
			there.invalidateTags("t");
			// Its lease expires, another process stores, and the entry is evicted.
			server.command("DEL", caches.leaseKey("c", "k"));
			assertThat(there.getWithContext("k", this::loadTagged)).isEqualTo("v1 of k");
			proceed.countDown();
			assertThat(stopped.get()).isEqualTo("old");
			assertThat(there.peek("k").value()).isEqualTo("v1 of k");
			assertThat(cache.peek("k").value()).isEqualTo("v1 of k");
		}
	}

}
