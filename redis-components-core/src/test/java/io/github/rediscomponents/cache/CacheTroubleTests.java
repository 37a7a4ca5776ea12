// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;
import io.github.rediscomponents.support.port.RedisBatch;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What a cache does when a process has no threads left, and when loaders throw what they
 * should not.
 */
class CacheTroubleTests {

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private volatile boolean outOfThreads;

	private final ThreadFactory daemons = Background.daemon("cache-trouble");

	private final Background background = new Background((task) -> {
		if (this.outOfThreads) {
			throw new OutOfMemoryError("unable to create native thread");
		}
		return this.daemons.newThread(task);
	});

	@AfterEach
	void close() {
		this.threads.shutdownNow();
		this.background.close();
	}

	private CacheClient client(CommandPort redis, CacheSettings settings) {
		return CacheClient.create(redis, new KeySpace("t" + UUID.randomUUID()),
				new LiveSettings<>(CacheRegistrySettings.defaults().withCommon(settings)), this.background,
				ValueCodecs.json(), CacheObserver.NONE);
	}

	private static void outdate(TypedCache<String, String> cache, List<String> keys) {
		Map<String, String> old = new HashMap<>();
		keys.forEach((key) -> old.put(key, "old"));
		cache.putAll(old);
		await().until(() -> keys.stream().allMatch((key) -> cache.peek(key).state() == Lookup.State.STALE));
	}

	private static CacheSettings windowed() {
		return TestCaches.SETTINGS.withTtl(Duration.ofMillis(50)).withStaleWindow(Duration.ofMinutes(10));
	}

	@Test
	void servesStaleValuesWhenThereIsNoThreadToRebuildThem() {
		try (CacheClient client = client(TestPorts.standalone(), windowed())) {
			TypedCache<String, String> cache = client.cache("c", String.class);
			List<String> keys = IntStream.range(0, 20).mapToObj((i) -> "k" + i).toList();
			outdate(cache, keys);
			this.outOfThreads = true;
			assertThatCode(() -> {
				keys.forEach((key) -> assertThat(cache.get(key, (id) -> "new")).isEqualTo("old"));
				assertThat(cache.getAll(keys, (ids) -> Map.of())).hasSize(20).containsEntry("k7", "old");
			}).doesNotThrowAnyException();
			this.outOfThreads = false;
			keys.forEach((key) -> await().until(() -> cache.get(key, (id) -> "new").equals("new")));
		}
	}

	@Test
	void pausesAfterARebuildThatEndsWithAnError() {
		try (CacheClient client = client(TestPorts.standalone(), windowed())) {
			TypedCache<String, String> cache = client.cache("c", String.class);
			outdate(cache, List.of("k"));
			AtomicInteger calls = new AtomicInteger();
			long began = System.nanoTime();
			while (System.nanoTime() - began < Duration.ofMillis(1500).toNanos() || calls.get() == 0) {
				assertThat(cache.get("k", (key) -> {
					calls.incrementAndGet();
					throw new NoClassDefFoundError("for a test");
				})).isEqualTo("old");
			}
			long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
			assertThat(calls.get()).isBetween(1, (int) seconds + 1);
		}
	}

	@Test
	void throwsTheFailureOfALateLoaderAlsoIfItsCauseCannotBeTold() throws Exception {
		CacheSettings impatient = TestCaches.SETTINGS.withWait(Duration.ofMillis(50), OnWaitTimeout.LOAD);
		try (CacheClient client = client(TestPorts.standalone(), impatient)) {
			TypedCache<String, String> cache = client.cache("c", String.class);
			CountDownLatch loading = new CountDownLatch(1);
			CountDownLatch proceed = new CountDownLatch(1);
			Future<String> slow = this.threads.submit(() -> cache.get("k", (key) -> {
				loading.countDown();
				proceed.await();
				return "slow";
			}));
			assertThat(loading.await(20, TimeUnit.SECONDS)).isTrue();
			assertThatExceptionOfType(Causeless.class).isThrownBy(() -> cache.get("k", (key) -> {
				throw new Causeless();
			}));
			proceed.countDown();
			assertThat(slow.get(20, TimeUnit.SECONDS)).isEqualTo("slow");
		}
	}

	@Test
	void givesOnlyThoseLeasesBackThatRedisMayHaveGranted() {
		CacheSettings impatient = TestCaches.SETTINGS.withCommandTimeout(Duration.ofMillis(200))
			.withLease(Duration.ofMinutes(1), Duration.ofMinutes(1));
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.open(server.uri());
				CacheClient client = client(port, impatient)) {
			warm(client.cache("c", String.class));
			Map<String, AtomicInteger> sent = new ConcurrentHashMap<>();
			CommandPort pausing = pausingBefore("cache/acquire", server, port, sent);
			try (CacheClient paused = client(pausing, impatient)) {
				TypedCache<String, String> cache = paused.cache("c", String.class);
				warm(cache);
				AtomicInteger round = new AtomicInteger();
				// A machine that is too slow for the reads asks for no lease.
				await().atMost(Duration.ofMinutes(1)).until(() -> {
					String prefix = "k" + round.incrementAndGet() + "-";
					List<String> keys = IntStream.range(0, 3_000).mapToObj((i) -> prefix + i).toList();
					Map<String, String> loaded = cache.getAll(keys, (missing) -> {
						Map<String, String> all = new HashMap<>();
						missing.forEach((key) -> all.put(key, "v"));
						return all;
					});
					assertThat(loaded).hasSize(3_000);
					return sent.containsKey("cache/acquire");
				});
				assertThat(sent.get("cache/release").get()).isBetween(1, RedisBatch.CHUNK_COMMANDS);
			}
			finally {
				server.resume();
			}
		}
	}

	/** The first commands of a busy machine can outlast the timeout. */
	private static void warm(TypedCache<String, String> cache) {
		await().atMost(Duration.ofMinutes(1)).ignoreExceptions().until(() -> {
			cache.put("warm", "warm");
			return true;
		});
	}

	/** A port that stops the server just before it sends a script in a batch. */
	private static CommandPort pausingBefore(String script, RedisServer server, CommandPort port,
			Map<String, AtomicInteger> sent) {
		return (CommandPort) Proxy.newProxyInstance(CacheTroubleTests.class.getClassLoader(),
				new Class<?>[] { CommandPort.class }, (proxy, method, args) -> {
					if (method.getName().equals("withTimeout")) {
						return pausingBefore(script, server, port.withTimeout((Duration) args[0]), sent);
					}
					if (method.getName().equals("evalAsync")) {
						sent.computeIfAbsent(((LuaScript<?>) args[0]).name(), (name) -> new AtomicInteger())
							.incrementAndGet();
					}
					Object result = invoke(port, method, args);
					return (result instanceof RedisBatch batch)
							? Proxy.newProxyInstance(CacheTroubleTests.class.getClassLoader(),
									new Class<?>[] { RedisBatch.class }, (self, batched, batchArgs) -> {
										if (batched.getName().equals("eval")
												&& ((LuaScript<?>) batchArgs[0]).name().equals(script)
												&& sent.putIfAbsent(script, new AtomicInteger()) == null) {
											server.pause();
										}
										return invoke(batch, batched, batchArgs);
									})
							: result;
				});
	}

	private static Object invoke(Object target, Method method, Object[] args) throws Throwable {
		try {
			return method.invoke(target, args);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

	private static final class Causeless extends RuntimeException {

		private static final long serialVersionUID = 1L;

		@Override
		public synchronized Throwable getCause() {
			throw new IllegalCallerException("no cause");
		}

	}

}
