// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Gets, puts and clears of one process at a time.
 */
@Tag("contract")
@StandaloneClusterAndReplication
@AsUserOfItsRoom
public class CacheTests extends CacheFixture {

	public CacheTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void loadsOnceAndServesTheCachedValueThen() {
		assertThat(this.cache.get("k", this::load)).isEqualTo("v1 of k");
		assertThat(this.cache.get("k", this::load)).isEqualTo("v1 of k");
		assertThat(this.cache.peek("k")).isEqualTo(new Lookup<>(Lookup.State.FRESH, "v1 of k"));
	}

	@Test
	void remembersThatThereIsNoValueForATimeOfItsOwn() {
		assertThat(this.cache.get("k", (key) -> {
			this.loads.incrementAndGet();
			return null;
		})).isNull();
		assertThat(this.cache.get("k", this::load)).isNull();
		assertThat(this.loads).hasValue(1);
		assertThat(this.cache.peek("k")).isEqualTo(new Lookup<>(Lookup.State.NULL, null));
		assertThat(pttl("k")).isBetween(60_000L, 120_000L);
	}

	@Test
	void cachesInOneLineWithAnIdOfAnyObviousType() {
		Shop shop = this.caches.client.get("shop", 7L, Shop.class, CacheTests::find);
		assertThat(shop).isEqualTo(new Shop(7, "shop 7", List.of("a")));
		assertThat(this.caches.client.get("shop", 7L, Shop.class, (id) -> null)).isEqualTo(shop);
		assertThat(this.caches.client.cache("shop", Shop.class).peek("7").value()).isEqualTo(shop);
	}

	@Test
	void invalidatesInOneLineAlsoACacheThatThisProcessDidNotUse() {
		this.cache.put("7", "old");
		this.caches.client.invalidate("c", 7L);
		assertThat(this.cache.peek("7").state()).isEqualTo(Lookup.State.MISS);
		this.cache.put("7", "older");
		try (TestCaches other = this.caches.alsoOn(port())) {
			assertThat(commands(() -> other.client.invalidate("c", 7L))).containsEntry("evalsha", 1L);
			assertThat(this.cache.get("7", this::load)).isEqualTo("v1 of 7");
			assertThatIllegalArgumentException().isThrownBy(() -> other.client.invalidate("a:b", 7L))
				.withMessageStartingWith("name ");
			assertThatIllegalArgumentException().isThrownBy(() -> other.client.invalidate("c", new Object()))
				.withMessageContaining("has no obvious text");
		}
		this.caches.client.cache(CacheSpec.of("own", Long.class, String.class).keyText((id) -> "id" + id));
		assertThatIllegalArgumentException().isThrownBy(() -> this.caches.client.invalidate("own", 7L))
			.withMessageContaining("another text of its keys");
	}

	@Test
	void keepsGenericTypes() {
		TypedCache<String, List<Shop>> lists = this.caches.client.cache("lists", new TypeRef<List<Shop>>() {
		});
		List<Shop> shops = List.of(find(1L), find(2L));
		lists.put("all", shops);
		assertThat(lists.peek("all").value()).isEqualTo(shops);
	}

	@Test
	void putsAndInvalidates() {
		this.cache.put("k", "v");
		assertThat(this.cache.get("k", this::load)).isEqualTo("v");
		this.cache.invalidate("k");
		assertThat(this.cache.get("k", this::load)).isEqualTo("v1 of k");
		this.cache.put("k", null);
		assertThat(this.cache.peek("k").state()).isEqualTo(Lookup.State.NULL);
		Map<String, String> values = new HashMap<>();
		values.put("a", "1");
		values.put("b", null);
		this.cache.putAll(values);
		assertThat(this.cache.peek("a").value()).isEqualTo("1");
		assertThat(this.cache.peek("b").state()).isEqualTo(Lookup.State.NULL);
		this.cache.invalidateAll(List.of("a", "b", "k"));
		assertThat(this.cache.peek("a").isHit() || this.cache.peek("b").isHit() || this.cache.peek("k").isHit())
			.isFalse();
	}

	@Test
	void getsManyWithOneLoad() {
		this.cache.put("a", "A");
		this.cache.put("b", null);
		List<Set<String>> asked = new ArrayList<>();
		Map<String, String> found = this.cache.getAll(Arrays.asList("d", "a", "b", "c", "d"), (keys) -> {
			asked.add(Set.copyOf(keys));
			return Map.of("c", "C", "unasked", "x");
		});
		assertThat(found).containsExactlyEntriesOf(orderedMap("a", "A", "c", "C"));
		assertThat(asked).containsExactly(Set.of("c", "d"));
		assertThat(this.cache.peek("d").state()).isEqualTo(Lookup.State.NULL);
		assertThat(this.cache.peek("unasked").state()).isEqualTo(Lookup.State.MISS);
		assertThat(this.cache.getAll(List.of("a", "b", "c", "d"), (keys) -> {
			throw new AssertionError("Everything is known");
		})).containsOnlyKeys("a", "c");
		assertThat(this.cache.getAll(List.of(), (keys) -> Map.of())).isEmpty();
	}

	@Test
	void clearsEverythingInOneStep() {
		IntStream.range(0, 20).forEach((i) -> this.cache.put("k" + i, "v"));
		this.caches.texts("other").put("k", "v");
		this.cache.clear();
		assertThat(IntStream.range(0, 20).filter((i) -> this.cache.peek("k" + i).isHit()).count()).isZero();
		assertThat(this.caches.texts("other").peek("k").value()).isEqualTo("v");
		this.cache.put("k1", "new");
		assertThat(this.cache.peek("k1").value()).isEqualTo("new");
	}

	@Test
	void tellsOtherProcessesOfAClear() throws Exception {
		try (CommandPort port = newPort(); TestCaches others = this.caches.alsoOn(port)) {
			this.cache.put("k", "v");
			TypedCache<String, String> other = others.texts("c");
			assertThat(other.peek("k").value()).isEqualTo("v");
			this.cache.clear();
			await().untilAsserted(() -> assertThat(other.peek("k").state()).isEqualTo(Lookup.State.MISS));
		}
	}

	@Test
	void loadsTwoHundredMissesOfAThousandKeysAtOnce() {
		withoutMessages();
		List<String> keys = IntStream.range(0, 1000).mapToObj((i) -> "k" + i).toList();
		Map<String, String> known = new LinkedHashMap<>();
		keys.subList(0, 800).forEach((key) -> known.put(key, "v of " + key));
		this.cache.putAll(known);
		// Each node knows the scripts then.
		this.cache.getAll(IntStream.range(0, 100).mapToObj((i) -> "warm" + i).toList(), (warm) -> Map.of());
		AtomicInteger calls = new AtomicInteger();
		Map<String, Long> commands = commands(() -> assertThat(this.cache.getAll(keys, (missing) -> {
			calls.incrementAndGet();
			Map<String, String> loaded = new HashMap<>();
			missing.forEach((key) -> loaded.put(key, "v of " + key));
			return loaded;
		})).hasSize(1000).allSatisfy((key, value) -> assertThat(value).isEqualTo("v of " + key)));
		assertThat(calls).hasValue(1);
		assertThat(commands).containsEntry("get", 1200L).containsEntry("evalsha", 400L);
	}

}
