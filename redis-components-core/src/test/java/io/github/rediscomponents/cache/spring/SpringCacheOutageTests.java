// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Spring's caching while Redis is away.
 */
class SpringCacheOutageTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	@Test
	void readsGoOnWithoutRedisAndWritesThrowWhileItIsDown() {
		try (RedisServer server = RedisServer.start()) {
			goesOn(server, server::kill, server::restart);
		}
	}

	@Test
	void readsGoOnWithoutRedisAndWritesThrowWhileItIsSilent() {
		try (RedisServer server = RedisServer.start()) {
			goesOn(server, server::pause, server::resume);
		}
	}

	private void goesOn(RedisServer server, Runnable away, Runnable back) {
		try (CommandPort port = TestPorts.connected(TestPorts.open(server.uri(), Duration.ofSeconds(5)));
				SpringCaches caches = SpringCaches.on(port, "t",
						SpringCaches.SETTINGS.withCommandTimeout(Duration.ofMillis(250)));
				AnnotationConfigApplicationContext context = context(caches.manager)) {
			Service service = context.getBean(Service.class);
			// The first commands of a busy machine can outlast the timeout.
			await().atMost(PATIENCE).until(() -> service.find("k").equals(service.find("k")));
			away.run();
			int before = service.calls();
			long began = System.nanoTime();
			for (int i = 0; i < 100; i++) {
				assertThat(service.find("k")).startsWith("find");
				assertThat(service.synced("s" + i)).startsWith("synced");
				assertThat(service.later("l" + i).join()).startsWith("later");
			}
			assertThat(service.calls() - before).isEqualTo(300);
			Duration took = Duration.ofNanos(System.nanoTime() - began);
			System.out.println("300 reads without Redis: " + took);
			// With a timeout for each it would be 75 seconds.
			assertThat(took).isLessThan(Duration.ofSeconds(20));
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> service.update("k"));
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> service.remove("k"));
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> service.removeAll());
			RedisComponentsCache cache = caches.manager.getCache("c");
			assertThat(cache.get("k")).isNull();
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> cache.put("k", "v"));
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> cache.putIfAbsent("k", "v"));
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> cache.evictIfPresent("k"));
			back.run();
			await().atMost(PATIENCE).until(() -> {
				service.find("again");
				return cache.get("again") != null;
			});
			// What failed in between is repeated, and takes newer values away.
			await().atMost(PATIENCE).until(() -> caches.client.queuedInvalidations().count() == 0);
			await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> {
				service.update("k");
				assertThat(service.find("k")).startsWith("update");
			});
		}
	}

	@Test
	void readsGoOnWhenRedisTakesNoMoreValues() {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.connected(TestPorts.open(server.uri(), Duration.ofSeconds(5)));
				SpringCaches caches = SpringCaches.on(port, "t", SpringCaches.SETTINGS);
				AnnotationConfigApplicationContext context = context(caches.manager)) {
			Service service = context.getBean(Service.class);
			service.find("warm");
			server.command("CONFIG", "SET", "maxmemory", "1");
			assertThat(service.find("warm")).startsWith("find");
			assertThat(service.find("k")).startsWith("find");
			assertThat(service.synced("k")).startsWith("synced");
			assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> service.update("k"));
			server.command("CONFIG", "SET", "maxmemory", "0");
			// The update that was refused is followed by the invalidation of its key.
			await().untilAsserted(() -> assertThat(service.find("k")).isEqualTo(service.find("k")));
		}
	}

	private static AnnotationConfigApplicationContext context(RedisComponentsCacheManager manager) {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.registerBean(CacheManager.class, () -> manager);
		context.registerBean(CachingConfigurer.class, () -> new CachingConfigurer() {

			@Override
			public CacheResolver cacheResolver() {
				return manager.resolver();
			}

		});
		context.register(Caching.class, Service.class);
		context.refresh();
		return context;
	}

	@EnableCaching
	static class Caching {

	}

	static class Service {

		private final AtomicInteger calls = new AtomicInteger();

		public int calls() {
			return this.calls.get();
		}

		@Cacheable("c")
		public String find(String key) {
			return "find " + this.calls.incrementAndGet() + " of " + key;
		}

		@Cacheable(cacheNames = "c", sync = true)
		public String synced(String key) {
			return "synced " + this.calls.incrementAndGet();
		}

		@Cacheable("c")
		public CompletableFuture<String> later(String key) {
			return CompletableFuture.supplyAsync(() -> "later " + this.calls.incrementAndGet(),
					CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS));
		}

		@CachePut("c")
		public String update(String key) {
			return "update " + this.calls.incrementAndGet();
		}

		@CacheEvict("c")
		public void remove(String key) {
		}

		@CacheEvict(cacheNames = "c", allEntries = true)
		public void removeAll() {
		}

	}

}
