// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What a cache cannot read, and what was lost, is healed.
 */
@Tag("contract")
@StandaloneClusterAndReplication
class CacheHealingTests extends CacheFixture {

	CacheHealingTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void letsTwoReleasesUseOneNameSideBySide() {
		// A new subscription detaches what is being loaded.
		withoutMessages();
		TypedCache<String, Before.Item> old = this.caches.client.cache("i", Before.Item.class);
		AtomicInteger oldLoads = new AtomicInteger();
		AtomicInteger newLoads = new AtomicInteger();
		try (CommandPort port = newPort(); TestCaches fresh = this.caches.alsoOn(LossyPort.of(port))) {
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
	void noticesAClearWhoseMessageWasLost() throws Exception {
		try (CommandPort port = newPort(); TestCaches others = this.caches.alsoOn(LossyPort.of(port))) {
			others.settings.swap(others.settings.get().withClearVisibleWithin(Duration.ofMillis(300)));
			this.cache.put("k", "v");
			TypedCache<String, String> other = others.texts("c");
			assertThat(other.peek("k").value()).isEqualTo("v");
			this.cache.clear();
			// By the default of these tests it would be an hour.
			await().atMost(Duration.ofMinutes(1)).until(() -> !other.peek("k").isHit());
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
		try (CommandPort port = newPort(); TestCaches others = this.caches.alsoOn(port)) {
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
		assertThat(this.caches.counts.of(CacheObserver.LeaseEvent.BUSY)).isZero();
	}

	@Test
	void survivesTheLossOfAllScripts() {
		for (int i = 0; i < 3; i++) {
			server().scriptFlush();
			assertThat(this.cache.get("k" + i, this::load)).isEqualTo("v" + (i + 1) + " of k" + i);
			server().scriptFlush();
			assertThat(this.cache.getAll(List.of("k" + i, "m" + i), (keys) -> Map.of())).hasSize(1);
			server().scriptFlush();
			this.cache.invalidate("k" + i);
			server().scriptFlush();
			this.cache.clear();
		}
	}

}
