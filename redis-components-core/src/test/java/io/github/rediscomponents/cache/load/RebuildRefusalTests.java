// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.LoadingSettings;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Rebuilds whose lease Redis grants, and whose reply is lost.
 */
class RebuildRefusalTests {

	private static final CacheSettings SETTINGS = TestCaches.SETTINGS.withStaleWindow(Duration.ofMinutes(10))
		.withLease(Duration.ofMinutes(1), Duration.ofMinutes(1))
		.withLoading(LoadingSettings.defaults().withErrorCoolDown(Duration.ofMinutes(10)));

	private final AtomicBoolean losing = new AtomicBoolean();

	private final AtomicInteger lost = new AtomicInteger();

	private TestCaches caches;

	private TypedCache<String, String> cache;

	/** How the tests see a cache. */
	TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return known;
	}

	@BeforeEach
	void create() {
		this.caches = TestCaches.on(losing(TestPorts.standalone()));
		this.cache = seenBy(this.caches.texts("c"));
	}

	@AfterEach
	void close() {
		this.caches.close();
	}

	/** A port that runs the script of the lease and loses its replies, if wanted. */
	private CommandPort losing(CommandPort port) {
		return InterceptedPort.of(port, (method, args, real) -> {
			Object result = real.proceed();
			if (result instanceof CommandPort view) {
				return losing(view);
			}
			if (!InterceptedPort.script(args).equals("cache/acquire") || !this.losing.get()) {
				return result;
			}
			RedisUnavailableException unheard = new RedisUnavailableException("lost", Outcome.UNKNOWN, null);
			if (method.getName().equals("evalAsync")) {
				return ((java.util.concurrent.CompletionStage<?>) result).handle((reply, failure) -> {
					this.lost.incrementAndGet();
					throw unheard;
				});
			}
			this.lost.incrementAndGet();
			throw unheard;
		});
	}

	@Test
	void aLostReplyIsNoFailureOfTheLoader() {
		this.caches.tuned(SETTINGS.withTtl(Duration.ofMillis(30)));
		this.cache.put("k", "old");
		this.caches.tuned(SETTINGS);
		await().until(() -> this.cache.peek("k").state() == Lookup.State.STALE);
		this.losing.set(true);
		// Not the cool-down, but a pause; a lease that was granted unheard is given back.
		await().until(() -> {
			assertThat(this.cache.get("k", (key) -> "new")).isEqualTo("old");
			return this.lost.get() > 1;
		});
		this.losing.set(false);
		String value = this.caches.valueKey("c", "k");
		SharedRedis.standalone().command("DEL", value);
		assertThat(this.cache.get("k", (key) -> "new")).isEqualTo("new");
	}

}
