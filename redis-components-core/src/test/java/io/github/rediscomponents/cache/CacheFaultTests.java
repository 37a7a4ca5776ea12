// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What a cache does while Redis is away.
 */
class CacheFaultTests {

	private static final Duration TIMEOUT = Duration.ofMillis(250);

	/** What is loaded meanwhile is shared also with a thread that comes late. */
	private static final CacheSettings SETTINGS = TestCaches.SETTINGS.withCommandTimeout(TIMEOUT)
		.withOutageTtl(Duration.ofMinutes(1));

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	/** Later than a machine that stalls, and sooner than what must not be waited for. */
	private static final Duration MUCH_LATER = Duration.ofSeconds(20);

	@Test
	void goesOnThroughTheLoaderWhileRedisIsDownAndComesBackByItself() {
		try (RedisServer server = RedisServer.start()) {
			shouldGoOnWithout(server, server::kill, server::restart);
		}
	}

	@Test
	void goesOnThroughTheLoaderWhileRedisIsSilentAndComesBackByItself() {
		try (RedisServer server = RedisServer.start()) {
			shouldGoOnWithout(server, server::pause, server::resume);
		}
	}

	private void shouldGoOnWithout(RedisServer server, Runnable away, Runnable back) {
		try (CommandPort port = TestPorts.connected(TestPorts.open(server.uri(), Duration.ofMinutes(1)));
				TestCaches caches = TestCaches.on(port, "t", SETTINGS)) {
			TypedCache<String, String> cache = caches.texts("c");
			await().atMost(PATIENCE).ignoreExceptions().until(() -> {
				cache.put("k", "cached");
				return true;
			});
			// A load that a new subscription detaches is not shared any more.
			caches.awaitMessages();
			away.run();
			// The port would wait for a minute.
			assertThat(took(() -> assertThat(cache.get("k", (key) -> "loaded")).isEqualTo("loaded")))
				.isLessThan(MUCH_LATER);
			AtomicInteger loads = new AtomicInteger();
			Duration all = took(() -> {
				for (int i = 0; i < 200; i++) {
					assertThat(cache.get("k" + i, (key) -> "v" + loads.incrementAndGet())).isNotNull();
				}
			});
			assertThat(loads).hasValue(200);
			// 1 ms each; with a time-out each it would be 50 seconds.
			assertThat(all).isLessThan(MUCH_LATER);
			assertThat(cache.getAll(List.of("k", "l"), (keys) -> Map.of("k", "K", "l", "L"))).hasSize(2);
			AtomicInteger shared = new AtomicInteger();
			assertThat(Concurrently.run(16, () -> cache.get("s", (key) -> {
				TimeUnit.MILLISECONDS.sleep(300);
				return "v" + shared.incrementAndGet();
			}))).containsOnly("v1");
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> cache.put("k", "v"));
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> cache.invalidate("k"));
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> cache.clear());
			back.run();
			await().atMost(PATIENCE).until(() -> {
				cache.get("again", (key) -> "stored");
				return server.command("EXISTS", caches.valueKey("c", "again")).equals("1");
			});
			// What failed in between is repeated, and takes newer values away.
			await().atMost(PATIENCE).until(() -> caches.client.queuedInvalidations().count() == 0);
			caches.tuned(TestCaches.SETTINGS);
			cache.put("k", "new");
			assertThat(cache.get("k", (key) -> "loaded")).isEqualTo("new");
		}
	}

	@Test
	void startsWhileRedisIsDown() {
		try (RedisServer server = RedisServer.start()) {
			server.kill();
			try (CommandPort port = TestPorts.open(server.uri(), Duration.ofMinutes(1));
					TestCaches caches = TestCaches.on(port, "t", SETTINGS)) {
				TypedCache<String, String> cache = caches.texts("c");
				assertThat(cache.get("k", (key) -> "v")).isEqualTo("v");
				// The port would wait for a minute.
				assertThat(took(() -> cache.get("k", (key) -> "v"))).isLessThan(MUCH_LATER);
				server.restart();
				await().atMost(PATIENCE).until(() -> {
					cache.get("k", (key) -> "v");
					return server.command("EXISTS", caches.valueKey("c", "k")).equals("1");
				});
			}
		}
	}

	@Test
	void survivesLostRepliesOfEveryStep() {
		try (RedisServer server = RedisServer.start();
				RedisProxy proxy = RedisProxy.to(server);
				CommandPort port = TestPorts.connected(TestPorts.open(proxy.uri(), Duration.ofSeconds(5)));
				TestCaches caches = TestCaches.on(port, "t", TestCaches.SETTINGS)) {
			TypedCache<String, String> cache = caches.texts("c");
			cache.peek("warm");
			for (int i = 0; i < 3; i++) {
				String key = "k" + i;
				proxy.swallowNextReply();
				assertThat(cache.get(key, (id) -> {
					proxy.swallowNextReply();
					return "v";
				})).isEqualTo("v");
				assertThat(cache.get(key, (id) -> "w")).isEqualTo("v");
				proxy.swallowNextReply();
				cache.invalidate(key);
				assertThat(cache.peek(key).isHit()).isFalse();
			}
			assertThat(proxy.swallowedReplies()).isEqualTo(9);
		}
	}

	@Test
	void loadsAnewAfterEverythingWasLost() {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.open(server);
				TestCaches caches = TestCaches.on(port)) {
			TypedCache<String, String> cache = caches.texts("c");
			assertThat(cache.get("k", (key) -> "1")).isEqualTo("1");
			server.command("FLUSHALL");
			AtomicInteger loads = new AtomicInteger(1);
			assertThat(cache.get("k", (key) -> String.valueOf(loads.incrementAndGet()))).isEqualTo("2");
			// That the generation was lost as well counts as a clear when it is noticed,
			// and that happens once.
			for (int i = 0; i < 200; i++) {
				cache.get("k", (key) -> String.valueOf(loads.incrementAndGet()));
			}
			assertThat(loads).hasValueLessThanOrEqualTo(3);
		}
	}

	@Test
	void returnsWhatWasLoadedWhenRedisRefusesToStoreIt() {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.open(server);
				TestCaches caches = TestCaches.on(port)) {
			TypedCache<String, String> cache = caches.texts("c");
			cache.peek("warm");
			server.command("CONFIG", "SET", "maxmemory", "1");
			assertThat(cache.get("k", (key) -> "v")).isEqualTo("v");
			assertThat(cache.getAll(List.of("k", "l"), (keys) -> Map.of("k", "K"))).containsEntry("k", "K").hasSize(1);
			assertThat(caches.counts.redisFailures.sum()).isPositive();
		}
	}

	private static Duration took(Runnable action) {
		long began = System.nanoTime();
		action.run();
		return Duration.ofNanos(System.nanoTime() - began);
	}

}
