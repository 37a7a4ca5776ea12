// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.refusal;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueWrapper;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.OnWaitTimeout;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.cache.spring.RedisComponentsCacheManager;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.refusal.Refusal.Scene;
import io.github.rediscomponents.support.refusal.Refusal.Use;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * With caches, which load what Redis refuses.
 */
class RefusedCacheTests extends RefusedSteps {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	static Stream<Scene> scenes() {
		return Stream.of(new Scene("cache", RefusedCacheTests::cache, Set.of(Scene.ANY)),
				new Scene("cache of another process", RefusedCacheTests::processes, Set.of(Scene.ANY)));
	}

	private static CacheClient client(CommandPort port, KeySpace keys, Background background) {
		CacheSettings patient = CacheSettings.defaults()
			.withCommandTimeout(PATIENCE)
			.withWait(PATIENCE, OnWaitTimeout.FAIL);
		return CacheClient.create(port, keys, new LiveSettings<>(
				CacheRegistrySettings.defaults().withCommon(patient).withClearVisibleWithin(Duration.ofMillis(10))),
				background, ValueCodecs.json(), CacheObserver.NONE);
	}

	private static Use cache(CommandPort port, KeySpace keys, Background background) {
		CacheClient client = client(port, keys, background);
		TypedCache<String, String> cache = client.cache("c", String.class);
		Cache spring = RedisComponentsCacheManager.on(client).types((name) -> String.class).build().getCache("s");
		AtomicInteger truth = new AtomicInteger();
		EntryOptions tagged = EntryOptions.defaults().withTags("t");
		return new Use().step("load", () -> cache.get("hot", (key) -> key + truth))
			.step("load tagged", () -> cache.get("tagged", (key) -> key + truth, tagged))
			.step("give once", () -> spring.putIfAbsent("once", "first"))
			.step("give twice", () -> spring.putIfAbsent("once", "second"))
			.step("put", () -> cache.put("given", "x"))
			.step("change", () -> {
				truth.incrementAndGet();
				cache.invalidate("hot");
				cache.invalidateTags("t");
			})
			.step("change again", () -> {
				cache.get("hot", (key) -> key + truth);
				truth.incrementAndGet();
				cache.invalidate("hot");
			})
			.check(() -> {
				assertThat(cache.get("hot", (key) -> key + truth)).isEqualTo("hot" + truth);
				assertThat(cache.peek("given")).satisfiesAnyOf((found) -> assertThat(found.isHit()).isFalse(),
						(found) -> assertThat(found.value()).isEqualTo("x"));
				ValueWrapper once = spring.get("once");
				assertThat(once).isNotNull();
				assertThat(once.get()).isEqualTo("first");
				await().atMost(PATIENCE).until(() -> {
					String found = cache.get("tagged", (key) -> key + truth, tagged);
					return !"tagged0".equals(found);
				});
				cache.clear();
				assertThat(cache.peek("hot").isHit()).isFalse();
			})
			.closing(client::close);
	}

	/** One changes what the other one reads. */
	private static Use processes(CommandPort port, KeySpace keys, Background background) {
		CacheClient one = client(port, keys, background);
		CacheClient other = client(port, keys, background);
		TypedCache<String, String> here = one.cache("c", String.class);
		TypedCache<String, String> there = other.cache("c", String.class);
		AtomicInteger truth = new AtomicInteger();
		AtomicInteger loads = new AtomicInteger();
		return new Use().step("load", () -> here.get("hot", (key) -> key + truth))
			.step("read", () -> there.get("hot", (key) -> key + truth))
			.step("change", () -> {
				truth.incrementAndGet();
				here.invalidate("hot");
			})
			.step("read again", () -> there.get("hot", (key) -> key + truth))
			.step("clear", () -> {
				truth.incrementAndGet();
				here.clear();
			})
			.check(() -> {
				await().atMost(PATIENCE)
					.pollDelay(Duration.ZERO)
					.until(() -> ("hot" + truth).equals(there.get("hot", (key) -> key + truth)));
				await().atMost(PATIENCE).pollDelay(Duration.ZERO).until(() -> {
					int before = loads.get();
					here.get("warm", (key) -> key + loads.incrementAndGet());
					there.get("warm", (key) -> key + loads.incrementAndGet());
					return loads.get() == before;
				});
				Lookup<String> found = there.peek("warm");
				assertThat(found.isHit()).isTrue();
			})
			.closing(() -> {
				one.close();
				other.close();
			});
	}

}
