// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.cache.CacheLoadException;
import io.github.rediscomponents.cache.CacheObserver.LoadEvent;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.LoadingSettings;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Loads on threads of their own while replies are lost and servers are stopped.
 */
class CacheLoadFaultTests {

	private static final CacheSettings SETTINGS = TestCaches.SETTINGS.withCommandTimeout(Duration.ofMillis(500))
		.withLease(Duration.ofSeconds(2), Duration.ofSeconds(20))
		.withLoading(LoadingSettings.defaults()
			.withHardTimeout(Duration.ofMinutes(1))
			.withMaxConcurrentLoads(1)
			.withMaxLoadWait(Duration.ofSeconds(20)));

	/** Where replies are lost and none is late. */
	private static final CacheSettings PATIENT = SETTINGS.withCommandTimeout(Duration.ofSeconds(30))
		.withLease(Duration.ofSeconds(5), Duration.ofSeconds(20));

	/** A port that runs a script and loses its replies, so many times. */
	private static CommandPort losing(CommandPort port, String script, AtomicInteger left) {
		return InterceptedPort.of(port, (method, args, real) -> {
			Object result = real.proceed();
			if (method.getName().equals("withTimeout")) {
				return losing((CommandPort) result, script, left);
			}
			if (InterceptedPort.script(args).equals(script) && method.getName().equals("eval")
					&& left.getAndDecrement() > 0) {
				throw new RedisUnavailableException("lost", Outcome.UNKNOWN, null);
			}
			return result;
		});
	}

	@Test
	void loadsAndGivesItsPlaceBackWhateverReplyIsLost() {
		for (String script : List.of("cache/acquire", "cache/fill")) {
			AtomicInteger left = new AtomicInteger(1);
			try (TestCaches caches = TestCaches.on(losing(TestPorts.standalone(), script, left)).tuned(PATIENT)) {
				TypedCache<String, String> cache = caches.texts("c");
				assertThat(cache.get("k", (key) -> "v")).isEqualTo("v");
				assertThat(cache.get("l", (key) -> "v")).isEqualTo("v");
				assertThat(cache.get("l", (key) -> "other")).isEqualTo("v");
				caches.tuned(PATIENT.withOutageTtl(Duration.ZERO));
				await().atMost(Duration.ofMinutes(1))
					.until(() -> cache.get("k", (key) -> "w") != null && cache.peek("k").isHit());
			}
		}
	}

	@Test
	void endsTheWaitForALoaderWhileRedisIsAwayAndFreesItsPlace() throws Exception {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.open(server.uri());
				TestCaches caches = TestCaches.on(port)) {
			TypedCache<String, String> cache = caches.texts("c");
			cache.put("warm", "warm");
			caches.tuned(SETTINGS);
			CountDownLatch proceed = new CountDownLatch(1);
			CountDownLatch loaded = new CountDownLatch(1);
			EntryOptions soon = EntryOptions.defaults().withHardTimeout(Duration.ofMillis(300));
			// The server stops while the loader runs; what it brings cannot be stored.
			assertThatExceptionOfType(CacheLoadException.class).isThrownBy(() -> cache.get("k", (key) -> {
				server.pause();
				proceed.await();
				loaded.countDown();
				return "v";
			}, soon)).withCauseInstanceOf(TimeoutException.class);
			proceed.countDown();
			loaded.await();
			// The only place is free again, also for a load without Redis, which ends
			// too.
			assertThat(cache.get("l", (key) -> "without")).isEqualTo("without");
			CountDownLatch never = new CountDownLatch(1);
			assertThatExceptionOfType(CacheLoadException.class).isThrownBy(() -> cache.get("m", (key) -> {
				never.await();
				return "";
			}, soon)).withCauseInstanceOf(TimeoutException.class);
			assertThat(caches.counts.of(LoadEvent.TIMED_OUT)).isEqualTo(2);
			never.countDown();
			server.resume();
			await().atMost(Duration.ofMinutes(1)).until(() -> {
				cache.get("k", (key) -> "again");
				return isHit(cache, "k");
			});
		}
	}

	private static boolean isHit(TypedCache<String, String> cache, String key) {
		try {
			return cache.peek(key).isHit();
		}
		catch (RedisUnavailableException ex) {
			return false;
		}
	}

}
