// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.AsyncTypedCache;
import io.github.rediscomponents.cache.LoadingSettings;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.OnInvalidationFailure;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.WritingSettings;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Asynchronous calls while Redis is away, slow or refuses.
 */
class AsyncCacheFaultTests {

	private static final Duration SOON = Duration.ofMinutes(1);

	private final AtomicInteger loads = new AtomicInteger();

	private CompletableFuture<String> load(String key) {
		this.loads.incrementAndGet();
		return CompletableFuture.completedFuture("loaded " + key);
	}

	@Test
	void keepsNoThreadWaitingForARedisThatHangs() {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.connected(TestPorts.open(server));
				TestCaches caches = TestCaches.on(port, "t", TestCaches.SETTINGS.withCommandTimeout(SOON)
					.withLoading(LoadingSettings.defaults().withMaxConcurrentLoads(10_000)))) {
			AsyncTypedCache<String, String> cache = caches.texts("c").async();
			assertThat(cache.get("warm", this::load)).succeedsWithin(SOON);
			assertThat(cache.get("warm again", this::load)).succeedsWithin(SOON);
			server.pause();
			int before = AsyncFaults.threads();
			List<CompletableFuture<String>> calls = IntStream.range(0, 5000)
				.mapToObj((i) -> cache.get("k" + i % 1000, this::load))
				.toList();
			assertThat(AsyncFaults.threads()).isLessThanOrEqualTo(before);
			assertThat(calls).noneMatch(CompletableFuture::isDone);
			server.resume();
			for (int i = 0; i < calls.size(); i++) {
				assertThat(calls.get(i)).succeedsWithin(SOON).isEqualTo("loaded k" + i % 1000);
			}
			assertThat(this.loads).hasValue(1002);
		}
	}

	@Test
	void loadsOnceForAllWhileRedisIsDownAndRefusesWrites() {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.connected(TestPorts.open(server.uri(), Duration.ofSeconds(5)));
				TestCaches caches = TestCaches.on(port, "t", TestCaches.SETTINGS)) {
			AsyncTypedCache<String, String> cache = caches.texts("c").async();
			cache.put("k", "cached").join();
			// A load that a new subscription detaches is not shared any more.
			caches.awaitMessages();
			caches.tuned(TestCaches.SETTINGS.withCommandTimeout(Duration.ofMillis(250)));
			server.kill();
			CompletableFuture<String> stage = new CompletableFuture<>();
			List<CompletableFuture<String>> calls = IntStream.range(0, 50).mapToObj((i) -> cache.get("k", (key) -> {
				this.loads.incrementAndGet();
				return stage;
			})).toList();
			await().untilAtomic(this.loads, org.hamcrest.Matchers.is(1));
			stage.complete("loaded");
			calls.forEach((call) -> assertThat(call).succeedsWithin(SOON).isEqualTo("loaded"));
			assertThat(this.loads).hasValue(1);
			assertThat(AsyncFaults.failure(cache.peek("k"))).isInstanceOf(RedisUnavailableException.class);
			assertThat(AsyncFaults.failure(cache.put("k", "v"))).isInstanceOf(RedisUnavailableException.class);
			assertThat(AsyncFaults.failure(cache.invalidate("k"))).isInstanceOf(RedisUnavailableException.class);
			server.restart();
			await().atMost(SOON).ignoreExceptions().until(() -> {
				cache.get("again", this::load).join();
				return cache.peek("again").join().isHit();
			});
		}
	}

	@Test
	void readsNothingWhoseInvalidationFailedUntilItSucceeded() {
		try (RedisServer server = RedisServer.start(); CommandPort admin = TestPorts.open(server)) {
			server.command("ACL", "SETUSER", "app", "on", ">pw", "~*", "&*", "+@all");
			try (CommandPort port = TestPorts.open(server.uri().replace("redis://", "redis://app:pw@"));
					TestCaches caches = TestCaches.on(port)) {
				AsyncTypedCache<String, String> cache = caches.texts("c").async();
				cache.put("k", "old").join();
				cache.put("l", "old").join();
				server.command("ACL", "SETUSER", "app", "-del", "-unlink");
				assertThat(AsyncFaults.failure(cache.invalidate("k"))).isInstanceOf(RedisCommandException.class);
				caches.tuned(TestCaches.SETTINGS
					.withWriting(WritingSettings.defaults().withOnInvalidationFailure(OnInvalidationFailure.QUEUE)));
				assertThat(cache.invalidate("l")).succeedsWithin(SOON);
				assertThat(cache.get("k", this::load)).succeedsWithin(SOON).isEqualTo("loaded k");
				assertThat(cache.get("l", this::load)).succeedsWithin(SOON).isEqualTo("loaded l");
				assertThat(cache.peek("k")).succeedsWithin(SOON).isEqualTo(new Lookup<>(Lookup.State.MISS, null));
				server.command("ACL", "SETUSER", "app", "+@all");
				await().atMost(SOON)
					.until(() -> cache.get("k", (key) -> CompletableFuture.completedFuture("stored")).join() != null
							&& "stored".equals(cache.peek("k").join().value()));
			}
		}
	}

}
