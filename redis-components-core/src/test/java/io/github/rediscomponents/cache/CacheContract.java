package io.github.rediscomponents.cache;

import java.io.IOException;
import java.time.Duration;
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
import io.github.rediscomponents.support.RedisPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * What a cache does for one process at a time.
 */
@Tag("contract")
abstract class CacheContract extends CacheFixture {

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
		assertThat(pttl("k")).isBetween(110_000L, 120_000L);
	}

	@Test
	void cachesInOneLineWithAnIdOfAnyObviousType() {
		Shop shop = this.caches.client.get("shop", 7L, Shop.class, CacheContract::find);
		assertThat(shop).isEqualTo(new Shop(7, "shop 7", List.of("a")));
		assertThat(this.caches.client.get("shop", 7L, Shop.class, (id) -> null)).isEqualTo(shop);
		assertThat(this.caches.client.cache("shop", Shop.class).peek("7").value()).isEqualTo(shop);
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
	void refusesOneNameForTwoTypes() {
		this.caches.client.cache("shop", Shop.class);
		assertThat(this.caches.client.cache("shop", Shop.class).name()).isEqualTo("shop");
		assertThatIllegalArgumentException().isThrownBy(() -> this.caches.client.cache("shop", String.class))
			.withMessageContaining("'shop'")
			.withMessageContaining("Shop");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.caches.client.get("shop", 1, String.class, (id) -> ""));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.caches.client
				.cache(CacheSpec.of("shop", Long.class, Shop.class).settings(CacheSettings.defaults())))
			.withMessageContaining("settings");
	}

	@Test
	void refusesOneNameForOtherKeys() {
		CacheSpec<Long, String> byNumber = CacheSpec.of("n", Long.class, String.class);
		assertThat(this.caches.client.get("n", 7, String.class, (id) -> "seven")).isEqualTo("seven");
		assertThat(this.caches.client.cache(byNumber).peek(7L).value()).isEqualTo("seven");
		assertThat(this.caches.client.get("n", "7", String.class, (id) -> "")).isEqualTo("seven");
		assertThatIllegalArgumentException().isThrownBy(() -> this.caches.texts("n"))
			.withMessageContaining("'n'")
			.withMessageContaining("java.lang.Long")
			.withMessageContaining("java.lang.String");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.caches.client.cache(byNumber.keyText((key) -> "n" + key)))
			.withMessageContaining("text of its keys");
		for (int i = 0; i < 2; i++) {
			String prefix = "p" + this.caches.keys.prefix().length();
			this.caches.client.cache(CacheSpec.of("own", Long.class, String.class).keyText((key) -> prefix + key));
		}
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.caches.client.get("own", 7L, String.class, (id) -> ""))
			.withMessageContaining("text of its keys");
	}

	@Test
	void letsTwoReleasesUseOneNameSideBySide() {
		TypedCache<String, Before.Item> old = this.caches.client.cache("i", Before.Item.class);
		AtomicInteger oldLoads = new AtomicInteger();
		AtomicInteger newLoads = new AtomicInteger();
		try (RedisPort port = newPort(); TestCaches fresh = this.caches.alsoOn(port)) {
			TypedCache<String, After.Item> renamed = fresh.client.cache("i", After.Item.class);
			for (int round = 1; round <= 3; round++) {
				String data = "data " + round;
				for (int i = 0; i < 20; i++) {
					assertThat(old.get("k", (key) -> {
						oldLoads.incrementAndGet();
						return new Before.Item(data);
					})).isEqualTo(new Before.Item(data));
					assertThat(renamed.get("k", (key) -> {
						newLoads.incrementAndGet();
						return new After.Item(data);
					})).isEqualTo(new After.Item(data));
					assertThat(renamed.getAll(List.of("k"), (keys) -> {
						throw new AssertionError("It is remembered");
					})).containsEntry("k", new After.Item(data));
				}
				// One load in each release for what stands in Redis, and none is older.
				assertThat(oldLoads).hasValue(round);
				assertThat(newLoads).hasValue(round);
				((round == 1) ? old : renamed).invalidate("k");
			}
			renamed.put("k", new After.Item("put"));
			assertThat(renamed.peek("k").value()).isEqualTo(new After.Item("put"));
			assertThat(old.get("k", (key) -> new Before.Item("put"))).isEqualTo(new Before.Item("put"));
			assertThat(renamed.peek("k").value()).isEqualTo(new After.Item("put"));
		}
	}

	private static final class Before {

		record Item(String title) {
		}

	}

	private static final class After {

		record Item(String name) {
		}

	}

	@Test
	void tellsNamesAndKeysApart() {
		TypedCache<String, String> a = this.caches.texts("a");
		for (String key : List.of("b:c", "b", "b{c}", "b%7Bc%7D", "}", "{}", "%", "ключ", "a b\n")) {
			a.put(key, "a/" + key);
			this.caches.texts("a.b").put(key, "a.b/" + key);
		}
		assertThat(a.peek("b{c}").value()).isEqualTo("a/b{c}");
		assertThat(a.peek("b%7Bc%7D").value()).isEqualTo("a/b%7Bc%7D");
		assertThat(a.peek("}").value()).isEqualTo("a/}");
		assertThat(this.caches.texts("a.b").peek("b:c").value()).isEqualTo("a.b/b:c");
	}

	@Test
	void usesTheKeyTextOfItsSpec() {
		TypedCache<Long, String> squares = this.caches.client
			.cache(CacheSpec.of("s", Long.class, String.class).keyText((key) -> "n" + key));
		squares.put(3L, "nine");
		String key = this.caches.valueKey("s", "n3");
		assertThat(command(key, "GET", key)).endsWith("nine");
	}

	@Test
	void takesItsSettingsFromItsSpec() {
		TypedCache<String, String> own = this.caches.client.cache(CacheSpec.of("own", String.class, String.class)
			.settings(TestCaches.SETTINGS.withTtl(Duration.ofSeconds(5))));
		own.put("k", "v");
		String key = this.caches.valueKey("own", "k");
		assertThat(Long.parseLong(command(key, "PTTL", key))).isBetween(1L, 5000L);
	}

	@Test
	void refusesBadArgumentsBeforeAnythingIsSent() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.cache.get("", this::load))
			.withMessageContaining("key");
		assertThatIllegalArgumentException().isThrownBy(() -> this.cache.peek("x".repeat(511)))
			.withMessageContaining("key");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.caches.client.get("o", new Object(), String.class, (id) -> ""))
			.withMessageContaining("CacheSpec.keyText");
		assertThatIllegalArgumentException().isThrownBy(() -> this.caches.client.cache("a:b", String.class))
			.withMessageContaining("a:b");
		assertThat(this.cache.peek("x".repeat(510)).state()).isEqualTo(Lookup.State.MISS);
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
		try (RedisPort port = newPort(); TestCaches others = this.caches.alsoOn(port)) {
			this.cache.put("k", "v");
			TypedCache<String, String> other = others.texts("c");
			assertThat(other.peek("k").value()).isEqualTo("v");
			this.cache.clear();
			await().untilAsserted(() -> assertThat(other.peek("k").state()).isEqualTo(Lookup.State.MISS));
		}
	}

	@Test
	void noticesAClearWhoseMessageWasLost() throws Exception {
		try (RedisPort port = newPort(); TestCaches others = this.caches.alsoOn(LossyPort.of(port))) {
			others.settings.swap(others.settings.get().withClearVisibleWithin(Duration.ofMillis(300)));
			this.cache.put("k", "v");
			TypedCache<String, String> other = others.texts("c");
			assertThat(other.peek("k").value()).isEqualTo("v");
			this.cache.clear();
			long cleared = System.nanoTime();
			await().pollInterval(Duration.ofMillis(10)).until(() -> !other.peek("k").isHit());
			assertThat(Duration.ofNanos(System.nanoTime() - cleared)).isLessThan(Duration.ofSeconds(2));
		}
	}

	@Test
	void treatsALostGenerationAsAClear() {
		this.cache.put("k", "v");
		String key = this.caches.keys.key("cache-generation", "c");
		command(key, "DEL", key);
		try (TestCaches fresh = this.caches.alsoOn(port())) {
			fresh.texts("c").put("new", "v");
			assertThat(fresh.texts("c").peek("k").state()).isEqualTo(Lookup.State.MISS);
		}
		// This process learns of the younger generation from an entry of it.
		assertThat(this.cache.peek("new").value()).isEqualTo("v");
		assertThat(this.cache.peek("k").state()).isEqualTo(Lookup.State.MISS);
	}

	@Test
	void learnsNothingFromABrokenEntry() {
		try (RedisPort port = newPort(); TestCaches others = this.caches.alsoOn(port)) {
			TypedCache<String, String> other = others.texts("c");
			// The generation stands in bytes 14 to 21.
			for (String broken : List.of("\u007f".repeat(8), "\0\u0007",
					"\0\u000e\u007f\u007f\u007f\u007f\u007f\u007f")) {
				this.cache.put("k", "v");
				this.cache.put("l", "v");
				assertThat(other.peek("l").value()).isEqualTo("v");
				String key = this.caches.valueKey("c", "k");
				command(key, "SETRANGE", key, "14", broken);
				int before = this.loads.get();
				assertThat(this.cache.peek("k").state()).isEqualTo(Lookup.State.MISS);
				assertThat(other.getAll(List.of("k", "l"), (keys) -> Map.of())).containsOnlyKeys("l");
				command(key, "SETRANGE", key, "14", broken);
				assertThat(other.get("k", this::load)).isEqualTo("v" + (before + 1) + " of k");
				assertThat(this.cache.get("k", this::load)).isEqualTo("v" + (before + 1) + " of k");
				assertThat(this.cache.peek("l").value()).isEqualTo("v");
				this.cache.clear();
				assertThat(this.cache.peek("l").state()).isEqualTo(Lookup.State.MISS);
				await().untilAsserted(() -> assertThat(other.peek("l").state()).isEqualTo(Lookup.State.MISS));
				this.cache.clear();
			}
		}
	}

	@Test
	void healsABrokenGeneration() {
		String key = this.caches.keys.key("cache-generation", "c");
		for (String broken : List.of("9223372036854775807", "x", "-5", "1.5", "1e300", "nan", "inf")) {
			this.cache.put("k", "v");
			command(key, "SET", key, broken);
			this.cache.clear();
			assertThat(this.cache.peek("k").state()).isEqualTo(Lookup.State.MISS);
			try (TestCaches fresh = this.caches.alsoOn(port())) {
				command(key, "SET", key, broken);
				fresh.texts("c").put("k", "w");
				assertThat(this.cache.get("k", this::load)).isEqualTo("w");
			}
			this.cache.clear();
			assertThat(this.cache.peek("k").state()).isEqualTo(Lookup.State.MISS);
		}
	}

	@Test
	void raisesAGenerationThatFellBack() {
		String key = this.caches.keys.key("cache-generation", "c");
		this.cache.put("old", "v");
		String before = command(key, "GET", key);
		this.cache.clear();
		this.cache.put("new", "v");
		// As after a failover to a replica that had not heard of the clear.
		command(key, "SET", key, before);
		try (TestCaches fresh = this.caches.alsoOn(port())) {
			this.caches.settings.swap(this.caches.settings.get().withClearVisibleWithin(Duration.ofMillis(10)));
			await().until(() -> this.cache.peek("new").isHit() && !command(key, "GET", key).equals(before));
			assertThat(fresh.texts("c").peek("new").value()).isEqualTo("v");
			assertThat(fresh.texts("c").peek("old").isHit()).isFalse();
			assertThat(this.cache.peek("old").isHit()).isFalse();
		}
	}

	@Test
	void healsWhatItCannotRead() {
		String key = this.caches.valueKey("c", "k");
		for (String[] foreign : List.of(new String[] { "SET", key, "x" }, new String[] { "SET", key, "" },
				new String[] { "SET", key, "y".repeat(100) }, new String[] { "RPUSH", key, "a" },
				new String[] { "HSET", key, "a", "b" })) {
			command(key, "DEL", key);
			command(key, foreign);
			int before = this.loads.get();
			long unreadable = this.caches.counts.unreadable.sum();
			assertThat(this.cache.peek("k").state()).isEqualTo(Lookup.State.MISS);
			assertThat(this.cache.get("k", this::load)).isEqualTo("v" + (before + 1) + " of k");
			assertThat(this.cache.get("k", this::load)).isEqualTo("v" + (before + 1) + " of k");
			assertThat(this.caches.counts.unreadable.sum()).isGreaterThan(unreadable);
			assertThat(this.cache.getAll(List.of("k"), (keys) -> Map.of())).hasSize(1);
		}
	}

	@Test
	void healsForeignContentAmongMany() {
		String key = this.caches.valueKey("c", "k");
		command(key, "RPUSH", key, "a");
		this.cache.put("l", "L");
		assertThat(this.cache.getAll(List.of("k", "l"), (keys) -> Map.of("k", "K"))).hasSize(2);
		assertThat(this.cache.peek("k").value()).isEqualTo("K");
	}

	@Test
	void healsALeaseThatIsSomethingElse() {
		String key = this.caches.leaseKey("c", "k");
		command(key, "SET", key, "x");
		assertThat(this.cache.get("k", this::load)).isEqualTo("v1 of k");
		assertThat(this.cache.peek("k").isHit()).isTrue();
	}

	@Test
	void healsAValueOfAnotherTypeAndOneWhosePayloadIsBroken() {
		TypedCache<String, Shop> shops = this.caches.client.cache("c2", Shop.class);
		try (TestCaches others = this.caches.alsoOn(port())) {
			others.texts("c2").put("k", "just text");
			assertThat(shops.get("k", (key) -> find(1L))).isEqualTo(find(1L));
			assertThat(others.texts("c2").peek("k").value()).isEqualTo("just text");
			shops.put("k", find(1L));
			assertThat(others.texts("c2").peek("k").state()).isEqualTo(Lookup.State.MISS);
		}
		String key = this.caches.valueKey("c2", "k");
		command(key, "SETRANGE", key, "26", "?");
		assertThat(shops.peek("k").state()).isEqualTo(Lookup.State.MISS);
		assertThat(shops.get("k", (id) -> find(2L))).isEqualTo(find(2L));
		assertThat(shops.peek("k").value()).isEqualTo(find(2L));
	}

	@Test
	void givesTheLeaseBackWhenALoaderFails() {
		assertThatExceptionOfType(CacheLoadException.class).isThrownBy(() -> this.cache.get("k", (key) -> {
			throw new IOException("no");
		})).withCauseInstanceOf(IOException.class).satisfies((ex) -> assertThat(ex.cache()).isEqualTo("c"));
		IllegalCallerException own = new IllegalCallerException();
		assertThatExceptionOfType(IllegalCallerException.class).isThrownBy(() -> this.cache.get("k", (key) -> {
			throw own;
		})).isSameAs(own);
		assertThatExceptionOfType(CacheLoadException.class)
			.isThrownBy(() -> this.cache.getAll(List.of("k", "l"), (keys) -> {
				throw new IOException("no");
			}));
		assertThat(this.cache.get("k", this::load)).isEqualTo("v1 of k");
		assertThat(this.caches.counts.of(CacheMetrics.LeaseEvent.BUSY)).isZero();
	}

	@Test
	void refusesALoaderThatAsksForItsOwnKey() {
		assertThatIllegalStateException()
			.isThrownBy(() -> this.cache.get("k", (key) -> this.cache.get(key, this::load)))
			.withMessageContaining("'c'");
		assertThatIllegalStateException()
			.isThrownBy(() -> this.cache.getAll(List.of("k"), (keys) -> Map.of("k", this.cache.get("k", this::load))));
		assertThat(this.cache.get("k", (key) -> this.cache.get("l", this::load))).isEqualTo("v1 of l");
	}

	@Test
	void spreadsExpiriesByItsJitter() {
		this.caches.tuned(TestCaches.SETTINGS.withTtl(Duration.ofSeconds(1000)).withJitter(0.5));
		Map<String, String> values = new HashMap<>();
		IntStream.range(0, 200).forEach((i) -> values.put("k" + i, "v"));
		this.cache.putAll(values);
		List<Long> ttls = values.keySet().stream().map(this::pttl).toList();
		assertThat(ttls).allSatisfy((ttl) -> assertThat(ttl).isBetween(490_000L, 1_000_000L));
		assertThat(ttls.stream().mapToLong(Long::longValue).summaryStatistics()).satisfies((spread) -> {
			assertThat(spread.getMin()).isLessThan(560_000);
			assertThat(spread.getMax()).isGreaterThan(940_000);
		});
	}

	@Test
	void usesAChangedTtlForTheNextFill() {
		this.cache.put("k", "v");
		assertThat(pttl("k")).isBetween(1_790_000L, 1_800_000L);
		this.caches.settings.swap(
				this.caches.settings.get().withCaches(Map.of("c", TestCaches.SETTINGS.withTtl(Duration.ofSeconds(7)))));
		this.cache.put("l", "v");
		assertThat(pttl("l")).isBetween(1L, 7000L);
		assertThat(pttl("k")).isGreaterThan(1_700_000L);
	}

	@Test
	void survivesTheLossOfAllScripts() {
		for (int i = 0; i < 3; i++) {
			redis().scriptFlush();
			assertThat(this.cache.get("k" + i, this::load)).isEqualTo("v" + (i + 1) + " of k" + i);
			redis().scriptFlush();
			assertThat(this.cache.getAll(List.of("k" + i, "m" + i), (keys) -> Map.of())).hasSize(1);
			redis().scriptFlush();
			this.cache.invalidate("k" + i);
			redis().scriptFlush();
			this.cache.clear();
		}
	}

	@Test
	void costsWhatItsContractSays() {
		withoutMessages();
		this.cache.get("k", this::load);
		this.cache.invalidate("k");
		this.cache.clear();
		assertThat(commands(() -> this.cache.get("k", this::load))).containsEntry("evalsha", 2L)
			// One by the client and one inside the script that gives the lease.
			.containsEntry("get", 2L)
			.doesNotContainKeys("eval", "publish");
		assertThat(commands(() -> IntStream.range(0, 100).forEach((i) -> this.cache.get("k", this::load))))
			.containsOnlyKeys("get")
			.containsEntry("get", 100L);
		assertThat(commands(() -> this.cache.invalidate("k"))).containsEntry("evalsha", 1L)
			.doesNotContainKeys("get", "publish");
		assertThat(commands(() -> this.cache.put("k", "v"))).containsEntry("evalsha", 1L)
			.doesNotContainKeys("get", "publish");
		assertThat(commands(() -> this.cache.clear())).containsEntry("evalsha", 1L);
	}

	@Test
	void refusesKeysThatWouldShareAnEntry() {
		for (String key : List.of("a\ud800", "a\udc00")) {
			assertThatIllegalArgumentException().isThrownBy(() -> this.cache.get(key, this::load))
				.withMessageStartingWith("key must be well-formed UTF-16");
			assertThatIllegalArgumentException().isThrownBy(() -> this.cache.put(key, "v"))
				.withMessageStartingWith("key ");
		}
		assertThat(this.loads).hasValue(0);
	}

	@Test
	void loadsTwoHundredMissesOfAThousandKeysAtOnce() {
		withoutMessages();
		List<String> keys = IntStream.range(0, 1000).mapToObj((i) -> "k" + i).toList();
		Map<String, String> known = new LinkedHashMap<>();
		keys.subList(0, 800).forEach((key) -> known.put(key, "v of " + key));
		this.cache.putAll(known);
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

	/**
	 * A new subscription makes a process look at the generation once more, at some
	 * moment.
	 */

}
