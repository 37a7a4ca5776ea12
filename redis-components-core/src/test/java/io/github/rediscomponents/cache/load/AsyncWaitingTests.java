// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.AsyncTypedCache;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.cache.local.LocalLevelTests;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Asynchronous calls of a process that has not used Redis yet, none of which makes a
 * thread wait for a reply.
 */
class AsyncWaitingTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private static final Set<String> WAITING = Set.of("call", "eval", "evalReplicated", "batch");

	/** The calls of the port that wait, with the threads that made them. */
	private final Queue<String> waited = new ConcurrentLinkedQueue<>();

	private final TestCaches writing = TestCaches.on(TestPorts.standalone());

	private final TypedCache<String, String> written = this.writing.texts("c");

	private CommandPort fresh;

	private TestCaches reading;

	@AfterEach
	void close() {
		if (this.reading != null) {
			this.reading.close();
			this.fresh.close();
		}
		this.writing.close();
	}

	private AsyncTypedCache<String, String> fresh(CacheSettings settings) {
		this.fresh = TestPorts.open(SharedRedis.standalone());
		this.reading = this.writing.alsoOn(watched(this.fresh)).tuned(settings);
		return this.reading.texts("c").async();
	}

	private CommandPort watched(CommandPort port) {
		return InterceptedPort.of(port, (method, args, real) -> {
			if (WAITING.contains(method.getName())) {
				this.waited.add(method.getName() + ' ' + InterceptedPort.script(args) + " on "
						+ Thread.currentThread().getName());
			}
			Object result = real.proceed();
			return (result instanceof CommandPort view) ? watched(view) : result;
		});
	}

	private void assertGets(AsyncTypedCache<String, String> cache, Map<String, String> expected) {
		Function<String, CompletableFuture<String>> loader = (key) -> CompletableFuture.completedFuture("loaded");
		expected
			.forEach((key, value) -> assertThat(cache.get(key, loader::apply)).succeedsWithin(SOON).isEqualTo(value));
		assertThat(this.waited).isEmpty();
	}

	@Test
	void readsLoadsAndWrites() {
		this.written.put("k", "v");
		AsyncTypedCache<String, String> cache = fresh(TestCaches.SETTINGS);
		assertThat(cache.getAll(List.of("k", "m"), (keys) -> CompletableFuture.completedFuture(Map.of("m", "loaded"))))
			.succeedsWithin(SOON)
			.isEqualTo(Map.of("k", "v", "m", "loaded"));
		assertThat(cache.peek("k")).succeedsWithin(SOON).isEqualTo(new Lookup<>(Lookup.State.FRESH, "v"));
		EntryOptions tagged = EntryOptions.defaults().withTags("t");
		assertThat(CompletableFuture.allOf(cache.put("p", "v"), cache.put("q", "v", tagged),
				cache.putAll(Map.of("r", "v", "s", "v"), tagged), cache.invalidate("k"),
				cache.invalidateAll(List.of("m", "n"))))
			.succeedsWithin(SOON);
		assertGets(cache, Map.of("k", "loaded", "p", "v", "q", "v", "r", "v"));
	}

	@Test
	void looksAtTheAgeOfEntries() {
		CacheSettings windowed = TestCaches.SETTINGS.withStaleWindow(Duration.ofHours(1));
		this.writing.tuned(windowed.withTtl(Duration.ofMillis(30)));
		this.written.put("stale", "old");
		this.writing.tuned(windowed);
		this.written.put("fresh", "v");
		await().until(() -> this.written.peek("stale").state() == Lookup.State.STALE);
		assertGets(fresh(windowed), Map.of("stale", "old", "fresh", "v"));
	}

	@Test
	void looksAtTags() {
		this.written.put("k", "v", EntryOptions.defaults().withTags("t"));
		this.written.put("l", "v", EntryOptions.defaults().withTags("u"));
		this.written.invalidateTags("u");
		assertGets(fresh(TestCaches.SETTINGS), Map.of("k", "v", "l", "loaded"));
	}

	@Test
	void keepsInTheLocalLevel() {
		this.written.put("k", "v");
		AsyncTypedCache<String, String> cache = fresh(LocalLevelTests.LOCAL);
		assertGets(cache, Map.of("k", "v"));
		await().atMost(Duration.ofMinutes(1)).until(() -> this.reading.client.localLevelState() == LocalLevelState.UP);
		await().until(() -> {
			assertGets(cache, Map.of("k", "v"));
			return this.reading.counts.localHits(Lookup.State.FRESH) > 0;
		});
	}

	@Test
	void looksIntoANewerGeneration() {
		AsyncTypedCache<String, String> cache = fresh(TestCaches.SETTINGS);
		this.written.put("k", "old");
		assertGets(cache, Map.of("k", "old"));
		this.written.clear();
		this.written.put("k", "new");
		await().untilAsserted(() -> assertGets(cache, Map.of("k", "new")));
	}

	@Test
	void leavesTheEntriesOfOtherReleasesAlone() {
		try (TestCaches other = this.writing.alsoOn(TestPorts.standalone())) {
			TypedCache<String, Integer> numbers = other.client.cache("c", Integer.class);
			numbers.put("k", 1);
			assertGets(fresh(TestCaches.SETTINGS), Map.of("k", "loaded"));
			assertThat(numbers.peek("k").value()).isEqualTo(1);
		}
	}

}
