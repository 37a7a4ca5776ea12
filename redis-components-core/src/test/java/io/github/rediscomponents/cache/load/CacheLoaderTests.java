// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.CacheObserver.LoadEvent;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.FreshnessFixture;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.cache.loader.BulkLoader;
import io.github.rediscomponents.cache.loader.CacheLoader;
import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * What loaders decide, what calls decide, and what neither may do.
 */
class CacheLoaderTests extends FreshnessFixture {

	private static final EntryOptions OPTIONS = EntryOptions.defaults()
		.withTtl(Duration.ofSeconds(60))
		.withNullTtl(Duration.ofSeconds(50));

	@Test
	void storesForTheTimeOfTheCall() {
		assertThat(this.mine.get("k", this::loading, OPTIONS)).isEqualTo("v1");
		assertThat(pttl("k")).isBetween(1_000L, 60_000L);
		assertThat(this.mine.get("n", (key) -> null, OPTIONS)).isNull();
		assertThat(pttl("n")).isBetween(1L, 50_000L);
		assertThat(this.mine.get("k", this::loading)).isEqualTo("v1");
	}

	@Test
	void storesForTheTimeThatTheLoaderSays() {
		tune(TestCaches.SETTINGS.withJitter(0.9));
		for (int i = 0; i < 10; i++) {
			this.mine.getWithContext("k" + i, (key, context) -> {
				context.ttl(Duration.ofSeconds(1000));
				return "v";
			}, OPTIONS);
			assertThat(pttl("k" + i)).isBetween(950_000L, 1_000_000L);
		}
		assertThatIllegalArgumentException().isThrownBy(() -> this.mine.getWithContext("k", (key, context) -> {
			context.ttl(Duration.ZERO);
			return "v";
		})).withMessageStartingWith("ttl");
		assertThat(this.mine.peek("k").isHit() || isLeased("k")).isFalse();
	}

	@Test
	void doesNotStoreWhatTheLoaderKeepsOut() {
		assertThat(Concurrently.run(16, () -> this.mine.getWithContext("k", (key, context) -> {
			this.loads.incrementAndGet();
			TimeUnit.MILLISECONDS.sleep(300);
			context.doNotCache();
			return "v";
		}))).hasSize(16).containsOnly("v");
		assertThat(this.mine.peek("k").isHit()).isFalse();
		await().until(() -> !isLeased("k"));
		assertThat(this.mine.get("k", (key) -> "stored")).isEqualTo("stored");
		assertThat(this.theirs.peek("k").value()).isEqualTo("stored");
	}

	@Test
	void givesTheLoaderTheValueThatIsStillHeld() {
		assertThatIllegalStateException()
			.isThrownBy(() -> this.mine.getWithContext("none", (key, context) -> context.notModified()))
			.withMessageContaining("staleValue");
		CacheSettings settings = tune((loading) -> loading.withFailSafe(LONG));
		outdate(settings, "k", "l");
		assertThat(this.mine.getWithContext("k", (key, context) -> context.notModified())).isEqualTo("old");
		assertThat(this.mine.peek("k")).isEqualTo(new Lookup<>(Lookup.State.FRESH, "old"));
		assertThat(this.mine.getWithContext("l", (key, context) -> context.staleValue() + "er")).isEqualTo("older");
	}

	@Test
	void givesTheLoaderTheValueThatItReplacesInTheBackground() {
		CacheSettings settings = TestCaches.SETTINGS.withStaleWindow(LONG);
		tune(settings.withTtl(Duration.ofMillis(30)));
		this.mine.put("k", "old");
		await().until(() -> this.mine.peek("k").state() == Lookup.State.STALE);
		tune(settings);
		assertThat(this.mine.getWithContext("k", (key, context) -> context.notModified())).isEqualTo("old");
		await().until(() -> this.mine.peek("k").equals(new Lookup<>(Lookup.State.FRESH, "old")));
	}

	@Test
	void addsOnlySoManyKeysThatHaveNoValue() {
		CacheSettings settings = tune((loading) -> loading.withMaxNullEntriesPerSecond(1));
		long began = System.nanoTime();
		for (int i = 0; i < 100; i++) {
			assertThat(this.mine.get("n" + i, (key) -> null)).isNull();
		}
		assertThat(this.mine.getAll(List.of("m1", "m2"), (keys) -> Map.of())).isEmpty();
		long stored = IntStream.range(0, 100)
			.filter((i) -> this.mine.peek("n" + i).state() == Lookup.State.NULL)
			.count();
		long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds() + 1;
		assertThat(stored).isBetween(10L, 10 + seconds);
		assertThat(this.here.counts.of(LoadEvent.NULL_NOT_STORED)).isBetween(90 - seconds, 92L);
		await().until(() -> !isLeased("n99") && !isLeased("m2"));
		// What replaces a value adds no key.
		outdate(settings.withLoading(settings.loading().withFailSafe(LONG)), "gone");
		assertThat(this.mine.get("gone", (key) -> null)).isNull();
		assertThat(this.mine.peek("gone").state()).isEqualTo(Lookup.State.NULL);
		assertThat(this.mine.get("v", (key) -> "v")).isEqualTo("v");
		assertThat(this.mine.peek("v").isHit()).isTrue();
		this.mine.put("put", null);
		assertThat(this.mine.peek("put").state()).isEqualTo(Lookup.State.NULL);
	}

	@Test
	void refusesKeysThatNoEntryCanHave() {
		for (String key : new String[] { null, "", "x".repeat(1025), "\ud800", "a\udc00b" }) {
			assertThatIllegalArgumentException().isThrownBy(() -> this.mine.get(key, this::loading))
				.withMessageStartingWith("key ");
			assertThatIllegalArgumentException().isThrownBy(() -> this.mine.get(key, this::loading, OPTIONS))
				.withMessageStartingWith("key ");
			assertThatIllegalArgumentException()
				.isThrownBy(() -> this.mine.getAll(java.util.Collections.singletonList(key), (keys) -> Map.of()))
				.withMessageStartingWith("key ");
		}
		assertThatIllegalArgumentException().isThrownBy(() -> this.mine.get("k", this::loading, null))
			.withMessageStartingWith("options");
		assertThatIllegalArgumentException().isThrownBy(() -> this.mine.getWithContext("k", null))
			.withMessageStartingWith("loader");
		assertThat(this.loads).hasValue(0);
	}

	@Test
	@SuppressWarnings({ "unchecked", "rawtypes" }) // A loader that lies about its type.
	void refusesValuesOfAnotherType() {
		for (Duration hardTimeout : List.of(Duration.ZERO, LONG)) {
			tune((loading) -> loading.withHardTimeout(hardTimeout));
			assertThatIllegalStateException()
				.isThrownBy(() -> ((TypedCache) this.mine).get("k", (CacheLoader) (key) -> 7))
				.withMessageContaining("java.lang.Integer")
				.withMessageContaining("java.lang.String");
			assertThatIllegalStateException().isThrownBy(
					() -> ((TypedCache) this.mine).getAll(List.of("k"), (BulkLoader) (keys) -> Map.of("k", Set.of())))
				.withMessageContaining("java.lang.String");
		}
		await().until(() -> !isLeased("k"));
		assertThat(this.mine.peek("k").isHit()).isFalse();
		assertThat(this.mine.get("k", this::loading)).isEqualTo("v1");
	}

	@Test
	void doesNotStoreWhatALoaderInvalidatesItself() {
		for (Duration hardTimeout : List.of(Duration.ZERO, LONG)) {
			tune((loading) -> loading.withHardTimeout(hardTimeout));
			String key = "k" + hardTimeout;
			assertThat(this.mine.get(key, (id) -> {
				this.mine.invalidate(id);
				return "outdated";
			})).isEqualTo("outdated");
			assertThat(this.mine.peek(key).isHit()).isFalse();
			assertThat(this.mine.get(key, (id) -> "new")).isEqualTo("new");
			assertThat(this.theirs.peek(key).value()).isEqualTo("new");
		}
	}

}
