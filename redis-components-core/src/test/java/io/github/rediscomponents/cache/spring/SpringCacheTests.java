// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.cache.Cache.ValueWrapper;
import org.springframework.cache.interceptor.SimpleKey;
import org.springframework.cache.support.NullValue;
import org.springframework.cache.support.SimpleValueWrapper;

import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * What Spring's cache abstraction asks of a cache.
 */
@Tag("contract")
@StandaloneClusterAndReplication
class SpringCacheTests extends SpringCacheFixture {

	SpringCacheTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void hasTheNameAndTheClient() {
		assertThat(this.cache.getName()).isEqualTo("any");
		assertThat(this.cache.getNativeCache()).isSameAs(this.caches.client);
		assertThat(this.caches.manager.getCache("any")).isSameAs(this.cache);
	}

	@Test
	void namesDeclaredCachesFromTheStartAndOthersWhenTheyWereAskedFor() {
		assertThat(this.caches.manager.getCacheNames()).containsExactly("any", "declared");
		this.caches.manager.getCache("other");
		assertThat(this.caches.manager.getCacheNames()).containsExactly("any", "declared", "other");
		assertThatIllegalArgumentException().isThrownBy(() -> this.caches.manager.getCache("a b"))
			.withMessageContaining("letters, digits")
			.withMessageContaining("'a b'");
		assertThat(this.caches.manager.getCacheNames()).doesNotContain("a b");
	}

	@Test
	void givesBackWhatWasPut() {
		assertThat(this.cache.get("k")).isNull();
		assertThat(this.cache.get("k", String.class)).isNull();
		this.cache.put("k", "george");
		assertThat(value(this.cache.get("k"))).isEqualTo("george");
		assertThat(this.cache.get("k", String.class)).isEqualTo("george");
		assertThat(this.cache.get("k", Object.class)).isEqualTo("george");
		assertThat(this.cache.get("k", (Class<?>) null)).isEqualTo("george");
		assertThatIllegalStateException().isThrownBy(() -> this.cache.get("k", Integer.class));
		this.cache.put("k", "paul");
		assertThat(value(this.cache.get("k"))).isEqualTo("paul");
	}

	@Test
	void cachesThatThereIsNothing() {
		for (Object nothing : new Object[] { new SimpleValueWrapper(null).get(), NullValue.INSTANCE }) {
			this.cache.evict("k");
			this.cache.put("k", nothing);
			assertThat(this.cache.get("k")).isNotNull();
			assertThat(value(this.cache.get("k"))).isNull();
			assertThat(this.cache.get("k", String.class)).isNull();
			assertThat(this.cache.get("k", Object.class)).isNull();
			assertThat(this.cache.<String>get("k", () -> {
				throw new AssertionError("It is known that there is none");
			})).isNull();
			this.cache.put("k", "george");
			this.cache.put("k", nothing);
			assertThat(value(this.cache.get("k"))).isNull();
		}
	}

	@Test
	void putsIfAbsentAtomically() {
		assertThat(this.cache.putIfAbsent("k", "first")).isNull();
		assertThat(value(this.cache.putIfAbsent("k", "second"))).isEqualTo("first");
		assertThat(value(this.cache.get("k"))).isEqualTo("first");
		this.cache.put("none", null);
		assertThat(value(this.cache.putIfAbsent("none", "second"))).isNull();
		assertThat(this.cache.get("none", String.class)).isNull();
		AtomicInteger number = new AtomicInteger();
		for (int i = 0; i < 20; i++) {
			String key = "race " + i;
			List<String> values = Concurrently.run(8, () -> {
				String mine = "v" + number.incrementAndGet();
				ValueWrapper known = this.cache.putIfAbsent(key, mine);
				return (known == null) ? "stored " + mine : "found " + known.get();
			});
			assertThat(values).filteredOn((one) -> one.startsWith("stored")).singleElement().satisfies((stored) -> {
				assertThat(values).filteredOn((one) -> !one.equals(stored))
					.hasSize(7)
					.allMatch((one) -> one.equals(stored.replace("stored", "found")));
			});
		}
	}

	@Test
	void putsIfAbsentOverWhatAClearMadeInvisible() {
		this.cache.put("k", "old");
		this.cache.clear();
		assertThat(this.cache.putIfAbsent("k", "new")).isNull();
		assertThat(this.cache.get("k", String.class)).isEqualTo("new");
	}

	@Test
	void evictsAtOnceAndTellsWhetherSomethingWasThere() {
		assertThat(this.cache.evictIfPresent("k")).isFalse();
		this.cache.put("k", "v");
		assertThat(this.cache.evictIfPresent("k")).isTrue();
		assertThat(this.cache.get("k")).isNull();
		assertThat(this.cache.evictIfPresent("k")).isFalse();
		this.cache.put("k", null);
		assertThat(this.cache.evictIfPresent("k")).isTrue();
		this.cache.put("k", "v");
		this.cache.evict("k");
		assertThat(this.cache.get("k")).isNull();
		this.cache.put("k", "v");
		this.cache.clear();
		assertThat(this.cache.evictIfPresent("k")).isFalse();
		this.cache.put("k", "v");
		assertThat(Concurrently.run(8, () -> this.cache.evictIfPresent("k"))).filteredOn((told) -> told).hasSize(1);
	}

	@Test
	void clearsEverything() {
		this.cache.put("enescu", "george");
		this.cache.put("vlaicu", "aurel");
		this.cache.clear();
		assertThat(this.cache.get("enescu")).isNull();
		assertThat(this.cache.get("vlaicu")).isNull();
		this.cache.put("enescu", "george");
		this.cache.invalidate();
		assertThat(this.cache.get("enescu")).isNull();
	}

	@Test
	void loadsWhatIsMissingAndOnlyThat() {
		assertThat(this.cache.get("k", () -> "loaded")).isEqualTo("loaded");
		assertThat(this.cache.get("k", () -> "again")).isEqualTo("loaded");
		assertThat(value(this.cache.get("k"))).isEqualTo("loaded");
		assertThat(this.cache.<String>get("none", () -> null)).isNull();
		assertThat(value(this.cache.get("none"))).isNull();
	}

	@Test
	void wrapsWhatALoaderThrows() {
		IOException checked = new IOException("down");
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> this.cache.get("k", () -> {
			throw checked;
		})).withCause(checked).satisfies((ex) -> assertThat(ex.getKey()).isEqualTo("k"));
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> this.cache.get("k", () -> {
			throw new UnsupportedOperationException("not this");
		})).withCauseInstanceOf(UnsupportedOperationException.class);
		assertThat(this.cache.get("k")).isNull();
		assertThat(this.cache.get("k", () -> "next")).isEqualTo("next");
	}

	@Test
	void keepsTheInterruptOfALoader() {
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> this.cache.get("k", () -> {
			throw new InterruptedException("stop");
		})).withCauseInstanceOf(InterruptedException.class);
		assertThat(Thread.interrupted()).isTrue();
		assertThat(this.cache.get("k", () -> "next")).isEqualTo("next");
	}

	@Test
	void loadsOnceForManyThreads() {
		AtomicInteger loads = new AtomicInteger();
		List<Integer> values = Concurrently.run(16, () -> this.cache.get("k", () -> {
			TimeUnit.MILLISECONDS.sleep(50);
			return loads.incrementAndGet();
		}));
		assertThat(values).hasSize(16).containsOnly(1);
	}

	@Test
	void countsWhatItWasAskedFor() {
		this.cache.get("k");
		this.cache.put("k", "v");
		this.cache.get("k");
		this.cache.get("k", () -> "unused");
		this.cache.get("k2", () -> "loaded");
		this.cache.putIfAbsent("k2", "unused");
		this.cache.putIfAbsent("k3", "v");
		this.cache.evict("k");
		this.cache.evictIfPresent("k");
		this.cache.getAll(List.of("k3", "k4"), (missing) -> Map.of("k4", "v"));
		assertThat(this.cache.counts()).isEqualTo(new CacheCounts(3, 3, 2, 2));
	}

	@Test
	void getsManyInOneFlushAndLoadsTheMissingOnes() {
		List<Set<Long>> asked = new ArrayList<>();
		RedisComponentsCache shops = this.caches.manager.getCache("shop");
		shops.put(1L, new Shop(1, "one"));
		Map<Long, Shop> found = shops.getAll(List.of(3L, 1L, 2L, 3L), (missing) -> {
			asked.add(Set.copyOf(missing));
			return Map.of(3L, new Shop(3, "three"));
		});
		assertThat(found).containsExactly(Map.entry(3L, new Shop(3, "three")), Map.entry(1L, new Shop(1, "one")));
		assertThat(asked).containsExactly(Set.of(2L, 3L));
		assertThat(shops.get(2L)).isNotNull();
		assertThat(shops.getAll(List.of(), (missing) -> Map.of())).isEmpty();
		assertThatIllegalArgumentException()
			.isThrownBy(() -> shops.getAll(Arrays.asList(1L, null), (missing) -> Map.of()));
	}

	@Test
	void sharesItsEntriesWithTheClient() {
		RedisComponentsCache shops = this.caches.manager.getCache("shop");
		shops.put(7L, new Shop(7, "seven"));
		TypedCache<Long, Shop> typed = this.caches.client.cache(CacheSpec.of("shop", Long.class, Shop.class));
		assertThat(typed.peek(7L).value()).isEqualTo(new Shop(7, "seven"));
		this.caches.client.invalidate("shop", 7L);
		assertThat(shops.get(7L)).isNull();
		typed.put(7L, new Shop(7, "again"));
		assertThat(shops.get("7", Shop.class)).isEqualTo(new Shop(7, "again"));
	}

	@Test
	void askingForACacheSettlesNothing() {
		this.caches.manager.getCache("declared").getNativeCache();
		this.caches.manager.getCache("declared").clear();
		TypedCache<String, Shop> typed = this.caches.client.cache("declared", Shop.class);
		typed.put("k", new Shop(1, "one"));
		this.caches.manager.getCache("declared").clear();
		assertThat(typed.peek("k").isHit()).isFalse();
		assertThatIllegalArgumentException().isThrownBy(() -> this.caches.manager.getCache("declared").get("k"))
			.withMessageContaining("'declared'")
			.withMessageContaining("Shop");
	}

	@Test
	void refusesAValueOfAnotherTypeBeforeAnythingIsWritten() {
		RedisComponentsCache shops = this.caches.manager.getCache("shop");
		shops.put("k", new Shop(1, "one"));
		assertThatIllegalArgumentException().isThrownBy(() -> shops.put("k", "text"))
			.withMessageContaining("'shop'")
			.withMessageContaining(Shop.class.getTypeName())
			.withMessageContaining("redis-components.cache.caches.shop.type");
		assertThatIllegalArgumentException().isThrownBy(() -> shops.putIfAbsent("k2", 5));
		assertThatIllegalArgumentException().isThrownBy(() -> shops.get("k2", () -> 5));
		assertThat(shops.get("k", Shop.class)).isEqualTo(new Shop(1, "one"));
		assertThat(shops.get("k2")).isNull();
		RedisComponentsCache numbers = this.caches.manager.getCache("number");
		numbers.put("k", 5L);
		assertThat(numbers.get("k", Long.class)).isEqualTo(5L);
	}

	@Test
	void refusesAValueThatNoProcessCouldReadBeforeAnythingIsWritten() {
		this.cache.put("k", "before");
		assertThatIllegalArgumentException().isThrownBy(() -> this.cache.put("k", new BitSet()))
			.withMessageContaining("'any'")
			.withMessageContaining("java.util.BitSet")
			.withMessageContaining("trusted");
		assertThat(this.cache.get("k", String.class)).isEqualTo("before");
		this.cache.put("list", List.of(new Shop(1, "one")));
		assertThat(value(this.cache.get("list"))).isEqualTo(List.of(new Shop(1, "one")));
	}

	@Test
	void keysOfSeveralPartsAreKeysOfTheirOwn() {
		this.cache.put(new SimpleKey("a,b"), "one");
		this.cache.put(new SimpleKey("a", "b"), "two");
		this.cache.put("x".repeat(5000), "long");
		assertThat(this.cache.get(new SimpleKey("a,b"), String.class)).isEqualTo("one");
		assertThat(this.cache.get(new SimpleKey("a", "b"), String.class)).isEqualTo("two");
		assertThat(this.cache.get("x".repeat(5000), String.class)).isEqualTo("long");
		assertThat(this.cache.get("x".repeat(5001))).isNull();
		assertThatIllegalArgumentException().isThrownBy(() -> this.cache.get("half \uD83D"));
		assertThatIllegalArgumentException().isThrownBy(() -> this.cache.put(new Object(), "v"));
	}

}
