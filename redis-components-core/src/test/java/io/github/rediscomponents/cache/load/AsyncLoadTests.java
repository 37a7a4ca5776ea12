// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.rediscomponents.cache.JoinedCache;
import io.github.rediscomponents.cache.OnWaitTimeout;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The tests of loads of two processes, with asynchronous calls.
 */
class AsyncLoadTests extends CacheLoadTests {

	@Override
	public TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return new JoinedCache<>(known);
	}

	/**
	 * The waits of many keys end one after the other, and what is due in one moment is
	 * loaded together.
	 */
	@Override
	@Test
	void waitsOnceForAllKeysThatAnotherProcessLoads() {
		List<String> keys = IntStream.range(0, 50).mapToObj((i) -> "k" + i).toList();
		CompletableFuture<Map<String, String>> stage = new CompletableFuture<>();
		List<Integer> there = new CopyOnWriteArrayList<>();
		CompletableFuture<Map<String, String>> slow = this.theirs.async().getAll(keys, (missing) -> {
			there.add(missing.size());
			return stage;
		});
		await().until(() -> there.equals(List.of(50)));
		this.here.tuned(TestCaches.SETTINGS.withWait(Duration.ofSeconds(1), OnWaitTimeout.LOAD));
		List<Integer> here = new CopyOnWriteArrayList<>();
		assertThat(this.mine.async().getAll(keys, (missing) -> {
			here.add(missing.size());
			return CompletableFuture
				.completedFuture(missing.stream().collect(Collectors.toMap(Function.identity(), (key) -> "late")));
		})).succeedsWithin(Duration.ofSeconds(20))
			.satisfies((found) -> assertThat(found).hasSize(50).containsValue("late"));
		assertThat(here.stream().mapToInt(Integer::intValue).sum()).isEqualTo(50);
		assertThat(here).hasSizeLessThan(25);
		stage.complete(Map.of());
		assertThat(slow).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(Map.of());
	}

}
