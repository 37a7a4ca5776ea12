// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.CacheWaitException;
import io.github.rediscomponents.cache.LossyPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What can come between a cache and its users.
 */
class SpringCacheTroubleTests {

	private final RedisServer server = SharedRedis.standalone();

	private final String prefix = "s" + UUID.randomUUID();

	private final SpringCaches caches = SpringCaches.on(TestPorts.standalone(), this.prefix, ValueTypes.NONE);

	private final RedisComponentsCache cache = this.caches.manager.getCache("c");

	@AfterEach
	void close() {
		this.caches.close();
	}

	@Test
	void aValueThatIsPutDuringALoadIsNotReplacedByIt() {
		try (CommandPort port = TestPorts.open(this.server);
				SpringCaches other = SpringCaches.on(port, this.prefix, ValueTypes.NONE)) {
			RedisComponentsCache writer = other.manager.getCache("c");
			assertThat(this.cache.get("k", () -> {
				assertThat(writer.putIfAbsent("k", "put")).isNull();
				return "loaded";
			})).isEqualTo("loaded");
			assertThat(this.cache.get("k", String.class)).isEqualTo("put");
			assertThat(writer.get("k", String.class)).isEqualTo("put");
		}
	}

	@Test
	void contentOfOthersIsAMissAndIsReplaced() {
		String key = this.caches.keys.key("cache", "c:k");
		for (String[] content : new String[][] { { "SET", key, "text" }, { "HSET", key, "field", "value" },
				{ "SET", key, "x".repeat(100) } }) {
			this.server.command("DEL", key);
			this.server.command(content);
			assertThat(this.cache.get("k")).isNull();
			assertThat(this.cache.evictIfPresent("k")).isFalse();
			this.server.command("DEL", key);
			this.server.command(content);
			assertThat(this.cache.putIfAbsent("k", "mine")).isNull();
			assertThat(this.cache.get("k", String.class)).isEqualTo("mine");
		}
	}

	@Test
	void aReleaseThatKnowsTheTypeAndOneThatDoesNotLeaveEachOtherAlone() {
		// A new subscription detaches what is being loaded.
		CommandPort port = LossyPort.of(TestPorts.standalone());
		try (SpringCaches typed = SpringCaches.on(port, this.prefix, (name) -> Item.class);
				SpringCaches untyped = SpringCaches.on(port, this.prefix, ValueTypes.NONE)) {
			RedisComponentsCache one = typed.manager.getCache("c");
			RedisComponentsCache two = untyped.manager.getCache("c");
			AtomicInteger loads = new AtomicInteger();
			one.put("k", new Item("one"));
			assertThat(two.get("k")).isNull();
			for (int i = 0; i < 5; i++) {
				assertThat(two.get("k", () -> new Item("other " + loads.incrementAndGet())))
					.isEqualTo(new Item("other 1"));
				assertThat(one.get("k", Item.class)).isEqualTo(new Item("one"));
			}
			one.evict("k");
			assertThat(two.get("k", () -> new Item("other " + loads.incrementAndGet()))).isEqualTo(new Item("other 2"));
		}
	}

	@Test
	void aLoaderThatFailsEndsTheFutureAlsoIfTheKeyHasNoText() {
		IOException failure = new IOException("for a test");
		assertThat(this.cache.retrieve(new Wordless(1), () -> CompletableFuture.failedFuture(failure)))
			.failsWithin(Duration.ofSeconds(20))
			.withThrowableOfType(ExecutionException.class)
			.havingRootCause()
			.isSameAs(failure);
		assertThat(this.cache.retrieve(new Wordless(1), () -> CompletableFuture.completedFuture("v")))
			.succeedsWithin(Duration.ofSeconds(20))
			.isEqualTo("v");
	}

	@Test
	void anInterruptedWaitLeavesTheLoadAlone() throws Exception {
		CountDownLatch loading = new CountDownLatch(1);
		CountDownLatch go = new CountDownLatch(1);
		FutureTask<String> load = started(() -> this.cache.get("k", () -> {
			loading.countDown();
			go.await();
			return "loaded";
		}));
		loading.await();
		CountDownLatch interrupted = new CountDownLatch(1);
		Thread waiting = new Thread(() -> {
			assertThatExceptionOfType(CacheWaitException.class).isThrownBy(() -> this.cache.get("k", () -> "never"));
			if (Thread.currentThread().isInterrupted()) {
				interrupted.countDown();
			}
		}, "waiting");
		waiting.start();
		waiting.interrupt();
		assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
		go.countDown();
		assertThat(load.get(20, TimeUnit.SECONDS)).isEqualTo("loaded");
		assertThat(this.cache.get("k", String.class)).isEqualTo("loaded");
	}

	@Test
	void anEvictionWhoseReplyIsLostIsRepeatedAndDone() {
		try (RedisProxy proxy = RedisProxy.to(this.server);
				CommandPort port = TestPorts.connected(TestPorts.open(proxy.uri()));
				SpringCaches distant = SpringCaches.on(port, this.prefix, ValueTypes.NONE)) {
			RedisComponentsCache far = distant.manager.getCache("c");
			far.put("k", "v");
			// The server has the script then.
			far.evict("other");
			proxy.swallowNextReply();
			far.evict("k");
			assertThat(proxy.swallowedReplies()).isEqualTo(1);
			assertThat(this.cache.get("k")).isNull();
		}
	}

	@Test
	void anEvictionWhoseReplyIsLateIsAnException() {
		try (RedisProxy proxy = RedisProxy.to(this.server);
				CommandPort port = TestPorts.connected(TestPorts.open(proxy.uri()));
				SpringCaches distant = SpringCaches.on(port, this.prefix,
						SpringCaches.SETTINGS.withCommandTimeout(Duration.ofMillis(500)))) {
			RedisComponentsCache far = distant.manager.getCache("c");
			await().ignoreExceptions().atMost(Duration.ofMinutes(1)).until(() -> {
				far.put("k", "v");
				return true;
			});
			proxy.delay(Duration.ofSeconds(2));
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> far.evict("k"))
				.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(RedisUnavailableException.Outcome.UNKNOWN));
			proxy.delay(Duration.ZERO);
			await().ignoreExceptions().atMost(Duration.ofMinutes(1)).until(() -> {
				far.evict("k");
				return true;
			});
			assertThat(this.cache.get("k")).isNull();
		}
	}

	private static <T> FutureTask<T> started(Callable<T> call) {
		FutureTask<T> task = new FutureTask<>(call);
		Thread thread = new Thread(task, "loading");
		thread.setDaemon(true);
		thread.start();
		return task;
	}

	record Item(String name) {
	}

	record Wordless(long id) {

		@Override
		public String toString() {
			throw new IllegalCallerException("no text");
		}

	}

}
