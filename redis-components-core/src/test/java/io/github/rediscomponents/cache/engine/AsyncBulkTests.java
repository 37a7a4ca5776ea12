// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

import io.github.rediscomponents.cache.AsyncTypedCache;
import io.github.rediscomponents.cache.CacheLoadException;
import io.github.rediscomponents.cache.FreshnessFixture;
import io.github.rediscomponents.cache.Lookup;
import org.hamcrest.Matchers;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What is particular to asynchronous calls of many keys.
 */
class AsyncBulkTests extends FreshnessFixture {

	private static final Duration SOON = Duration.ofSeconds(20);

	private final List<Set<String>> asked = new CopyOnWriteArrayList<>();

	private AsyncTypedCache<String, String> async() {
		return this.mine.async();
	}

	private CompletableFuture<Map<String, String>> loadAll(Set<String> keys) {
		this.asked.add(Set.copyOf(keys));
		Map<String, String> loaded = new HashMap<>();
		keys.forEach((key) -> loaded.put(key, "v of " + key));
		return CompletableFuture.completedFuture(loaded);
	}

	@Test
	void loadsOnceWhatIsMissingAndStoresIt() {
		this.mine.put("b", "B");
		List<String> keys = IntStream.range(0, 300).mapToObj((i) -> "k" + i).toList();
		List<String> all = new ArrayList<>(keys);
		all.add(150, "b");
		assertThat(async().getAll(all, this::loadAll)).succeedsWithin(SOON).satisfies((found) -> {
			assertThat(found.keySet()).containsExactlyElementsOf(all);
			assertThat(found).containsEntry("b", "B").containsEntry("k299", "v of k299");
		});
		assertThat(this.asked).containsExactly(Set.copyOf(keys));
		assertThat(this.here.counts.loads.sum()).isEqualTo(1);
		assertThat(this.theirs.peek("k7").value()).isEqualTo("v of k7");
		assertThat(async().getAll(all, this::loadAll)).succeedsWithin(SOON)
			.satisfies((found) -> assertThat(found).hasSize(301));
		assertThat(async().getAll(List.of(), this::loadAll)).isCompletedWithValue(Map.of());
		assertThat(this.asked).hasSize(1);
	}

	@Test
	void loadsEachKeyOnceForCallsThatOverlap() {
		Map<String, CompletableFuture<Map<String, String>>> stages = new ConcurrentHashMap<>();
		CompletableFuture<Map<String, String>> first = async().getAll(List.of("a", "b"), (keys) -> {
			this.asked.add(Set.copyOf(keys));
			return stages.computeIfAbsent("first", (name) -> new CompletableFuture<>());
		});
		await().until(() -> stages.containsKey("first"));
		CompletableFuture<Map<String, String>> second = async().getAll(List.of("b", "c"), this::loadAll);
		CompletableFuture<String> single = async().get("a", (key) -> CompletableFuture.completedFuture("other"));
		await().until(() -> this.asked.size() == 2);
		assertThat(second).isNotDone();
		stages.get("first").complete(Map.of("a", "A"));
		assertThat(first).succeedsWithin(SOON).isEqualTo(Map.of("a", "A"));
		assertThat(second).succeedsWithin(SOON).isEqualTo(Map.of("c", "v of c"));
		assertThat(single).succeedsWithin(SOON).isEqualTo("A");
		assertThat(this.asked).containsExactly(Set.of("a", "b"), Set.of("c"));
		assertThat(this.theirs.peek("b").state()).isEqualTo(Lookup.State.NULL);
	}

	@Test
	void failsAsTheLoaderDoesAndLeavesNothingBehind() {
		tune((loading) -> loading.withMaxConcurrentLoads(1));
		IllegalCallerException unchecked = new IllegalCallerException("for a test");
		List<String> keys = List.of("a", "b");
		assertThat(AsyncFaults.failure(async().getAll(keys, (missing) -> {
			throw unchecked;
		}))).isSameAs(unchecked);
		assertThat(AsyncFaults.failure(async().getAll(keys, (missing) -> CompletableFuture.failedFuture(unchecked))))
			.isSameAs(unchecked);
		assertThat(AsyncFaults
			.failure(async().getAll(keys, (missing) -> CompletableFuture.failedFuture(new IOException("x")))))
			.isInstanceOf(CacheLoadException.class)
			.hasCauseInstanceOf(IOException.class);
		assertThat(AsyncFaults.failure(async().getAll(keys, (missing) -> null)))
			.isInstanceOf(IllegalStateException.class)
			.hasMessageContaining("returned null");
		assertThat(AsyncFaults.failure(async().getAll(keys, (missing) -> CompletableFuture.completedFuture(null))))
			.isInstanceOf(IllegalStateException.class)
			.hasMessageContaining("returned null");
		assertThat(AsyncFaults
			.failure(async().getAll(keys, (missing) -> async().getAll(List.of("b", "c"), this::loadAll))))
			.isInstanceOf(IllegalStateException.class)
			.hasMessageContaining("the key that it is loading");
		await().until(() -> !isLeased("a") && !isLeased("b"));
		assertThatIllegalArgumentException().isThrownBy(() -> async().getAll(keys, null))
			.withMessageStartingWith("loader");
		assertThatIllegalArgumentException().isThrownBy(() -> async().getAll(null, this::loadAll))
			.withMessageStartingWith("keys");
		assertThat(async().getAll(keys, this::loadAll)).succeedsWithin(SOON)
			.satisfies((found) -> assertThat(found).hasSize(2));
	}

	@Test
	void givesUpAStageThatIsNeverComplete() {
		tune(tune((loading) -> loading.withMaxConcurrentLoads(1)).withLease(Duration.ofMillis(500),
				Duration.ofMillis(500)));
		CompletableFuture<Map<String, String>> never = new CompletableFuture<>();
		assertThat(AsyncFaults
			.failure(async().getAll(IntStream.range(0, 100).mapToObj((i) -> "n" + i).toList(), (keys) -> never)))
			.isInstanceOf(CacheLoadException.class)
			.hasMessageContaining("max-load-time")
			.hasCauseInstanceOf(TimeoutException.class);
		await().until(never::isCancelled);
		await().until(() -> !isLeased("n0") && !isLeased("n99"));
		assertThat(async().getAll(List.of("a", "b"), this::loadAll)).succeedsWithin(SOON)
			.satisfies((found) -> assertThat(found).hasSize(2));
	}

	@Test
	void needsOnePlaceAndGivesItBackWhenOthersLoad() {
		tune((loading) -> loading.withMaxConcurrentLoads(1).withMaxLoadWait(LONG));
		CompletableFuture<String> stage = new CompletableFuture<>();
		CompletableFuture<String> there = this.theirs.async().get("a", (key) -> {
			this.loads.incrementAndGet();
			return stage;
		});
		await().untilAtomic(this.loads, Matchers.is(1));
		CompletableFuture<Map<String, String>> waiting = async().getAll(List.of("a"), this::loadAll);
		awaitWaiter("a");
		assertThat(async().getAll(List.of("x", "y"), this::loadAll)).succeedsWithin(SOON)
			.satisfies((found) -> assertThat(found).hasSize(2));
		stage.complete("A");
		assertThat(there).succeedsWithin(SOON).isEqualTo("A");
		assertThat(waiting).succeedsWithin(SOON).isEqualTo(Map.of("a", "A"));
	}

}
