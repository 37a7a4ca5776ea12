// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import org.hamcrest.Matchers;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The tests of older values, with asynchronous calls.
 */
class AsyncFailSafeTests extends CacheFailSafeTests {

	@Override
	public TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

	@Override
	@Test
	void givesTheOlderValueToAllThatWaitForTheLoadThatFails() {
		// A load that a new subscription detaches is not shared any more.
		this.here.awaitMessages();
		outdate(tune((loading) -> loading.withFailSafe(LONG)), "k");
		CompletableFuture<String> stage = new CompletableFuture<>();
		List<CompletableFuture<String>> calls = IntStream.range(0, 12)
			.mapToObj((i) -> this.mine.async().get("k", (key) -> {
				this.loads.incrementAndGet();
				return stage;
			}))
			.toList();
		long before = this.here.counts.of(Lookup.State.FRESH);
		await().untilAtomic(this.loads, Matchers.is(1));
		// The reads of all were sent before this one.
		this.mine.put("later", "v");
		assertThat(this.mine.get("later", this::loading)).isEqualTo("v");
		// All of them wait for the load.
		assertThat(((ForkJoinPool) TestCaches.BACKGROUND.stages()).awaitQuiescence(1, TimeUnit.MINUTES)).isTrue();
		assertThat(calls).noneMatch(CompletableFuture::isDone);
		stage.completeExceptionally(new IllegalCallerException("for a test"));
		calls.forEach((call) -> assertThat(call.join()).isEqualTo("old"));
		assertThat(this.loads).hasValue(1);
		assertThat(this.here.counts.of(CacheObserver.StaleReason.FAILED)).isEqualTo(12);
		assertThat(this.here.counts.of(Lookup.State.FRESH)).isEqualTo(before + 1);
	}

}
