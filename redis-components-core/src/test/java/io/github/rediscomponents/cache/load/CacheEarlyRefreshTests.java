// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.CacheObserver.LoadEvent;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.EarlyRefresh;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.FreshnessFixture;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.loader.CacheLoader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Loads of values that are still fresh.
 */
class CacheEarlyRefreshTests extends FreshnessFixture {

	/** Stores a value whose time to live is nearly over by settings with a longer one. */
	private CacheSettings nearTheEnd(EarlyRefresh refresh, String... keys) {
		CacheSettings settings = tune((loading) -> loading.withEarlyRefresh(refresh)).withTtl(Duration.ofMinutes(10));
		tune(settings.withTtl(Duration.ofMinutes(1)));
		for (String key : keys) {
			this.mine.put(key, "old");
		}
		tune(settings);
		return settings;
	}

	@Test
	void isOffByDefault() {
		nearTheEnd(EarlyRefresh.OFF, "k");
		for (int i = 0; i < 20; i++) {
			assertThat(this.mine.get("k", this::loading)).isEqualTo("old");
		}
		assertThat(this.loads).hasValue(0);
	}

	@Test
	void oneProcessLoadsAnewWhatIsPastAFractionOfItsTime() throws Exception {
		nearTheEnd(EarlyRefresh.FRACTION, "k");
		Held loader = new Held();
		for (int i = 0; i < 50; i++) {
			assertThat(this.mine.get("k", loader)).isEqualTo("old");
			assertThat(this.theirs.get("k", loader)).isEqualTo("old");
		}
		loader.awaitBegin();
		assertThat(this.mine.peek("k").state()).isEqualTo(Lookup.State.FRESH);
		loader.proceed.countDown();
		await().until(() -> "new".equals(this.theirs.peek("k").value()));
		for (int i = 0; i < 50; i++) {
			assertThat(this.mine.get("k", this::loading)).isEqualTo("new");
			assertThat(this.theirs.get("k", this::loading)).isEqualTo("new");
		}
		assertThat(this.loads).hasValue(1);
		assertThat(this.here.counts.of(LoadEvent.EARLY_REFRESH) + this.there.counts.of(LoadEvent.EARLY_REFRESH))
			.isEqualTo(1);
	}

	@Test
	void refreshesManyKeysWithOneLoad() {
		nearTheEnd(EarlyRefresh.FRACTION, "a", "b");
		this.mine.put("c", "fresh");
		assertThat(this.mine.getAll(List.of("a", "b", "c"), (keys) -> {
			this.loads.incrementAndGet();
			assertThat(keys).isEqualTo(Set.of("a", "b"));
			return Map.of("a", "A", "b", "B");
		})).containsEntry("a", "old").containsEntry("b", "old").containsEntry("c", "fresh");
		await().until(() -> "A".equals(this.mine.peek("a").value()) && "B".equals(this.mine.peek("b").value()));
		assertThat(this.loads).hasValue(1);
	}

	@Test
	void isNeverDueAtOnceHoweverMuchJitterShortens() {
		tune(tune((loading) -> loading.withEarlyRefresh(EarlyRefresh.FRACTION).withEarlyRefreshFraction(0.5))
			.withJitter(0.9));
		for (int i = 0; i < 100; i++) {
			this.mine.put("k" + i, "v");
			assertThat(this.mine.get("k" + i, this::loading)).isEqualTo("v");
		}
		this.mine.get("own", this::loading, EntryOptions.defaults().withTtl(Duration.ofSeconds(60)));
		for (int i = 0; i < 100; i++) {
			this.mine.get("own", this::loading);
		}
		assertThat(this.loads).hasValue(1);
	}

	@Test
	void keepsTheFreshValueWhenTheLoadFails() {
		nearTheEnd(EarlyRefresh.FRACTION, "k");
		long began = System.nanoTime();
		assertThat(this.mine.get("k", this::failing)).isEqualTo("old");
		await().untilAtomic(this.loads, org.hamcrest.Matchers.is(1));
		for (int i = 0; i < 50; i++) {
			assertThat(this.mine.get("k", this::failing)).isEqualTo("old");
		}
		assertThat(this.loads.get()).isLessThanOrEqualTo(3 + secondsSince(began));
		await().until(() -> this.mine.get("k", (key) -> "new").equals("new"));
	}

	@Test
	void doesNotStoreAnEarlyLoadThatAnInvalidationOvertook() throws Exception {
		nearTheEnd(EarlyRefresh.FRACTION, "k");
		Held loader = new Held();
		assertThat(this.mine.get("k", loader)).isEqualTo("old");
		loader.awaitBegin();
		this.theirs.invalidate("k");
		assertThat(this.theirs.get("k", (key) -> "newer")).isEqualTo("newer");
		loader.proceed.countDown();
		await().untilAsserted(() -> assertThat(this.here.counts.of(CacheObserver.LeaseEvent.REFUSED)).isEqualTo(1));
		assertThat(this.mine.peek("k").value()).isEqualTo("newer");
	}

	@Test
	void refreshesAtRandomWhatTookLongToLoad() {
		tune(tune((loading) -> loading.withEarlyRefresh(EarlyRefresh.XFETCH).withEarlyRefreshBeta(100))
			.withTtl(Duration.ofSeconds(20)));
		Set<Lookup.State> states = new HashSet<>();
		CacheLoader<String, String> slow = (key) -> {
			TimeUnit.MILLISECONDS.sleep(100);
			return loading(key);
		};
		assertThat(this.mine.get("k", slow)).isEqualTo("v1");
		await().atMost(Duration.ofSeconds(15)).until(() -> {
			states.add(this.theirs.peek("k").state());
			return !this.mine.get("k", slow).equals("v1");
		});
		assertThat(states).containsExactly(Lookup.State.FRESH);
		this.mine.put("put", "v");
		for (int i = 0; i < 200; i++) {
			assertThat(this.mine.get("put", (key) -> "other")).isEqualTo("v");
		}
	}

}
