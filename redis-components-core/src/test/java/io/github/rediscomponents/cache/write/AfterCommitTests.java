// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TestDatabase;
import io.github.rediscomponents.cache.local.LocalLevelTests;
import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * When the writes of a cache take effect inside transactions that are committed or rolled
 * back.
 */
@Tag("contract")
@StandaloneClusterAndReplication
class AfterCommitTests extends AfterCommitFixture {

	AfterCommitTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void invalidatesAfterTheCommitAndNotBefore() {
		cached("k", "old");
		cached("l", "old");
		cached("m", "old");
		inTransaction(() -> {
			assertThat(commands(() -> {
				change("k", "new");
				this.cache.invalidateAll(List.of("l", "k"));
				this.caches.client.invalidate("c", "m");
			})).doesNotContainKey("evalsha");
			assertThat(TestDatabase.elsewhere(() -> get("k"))).isEqualTo("old");
			assertThat(peekElsewhere("l").value()).isEqualTo("old");
		});
		for (String key : List.of("k", "l", "m")) {
			assertThat(this.cache.peek(key).isHit()).isFalse();
		}
		assertThat(get("k")).isEqualTo("new");
	}

	@Test
	void changesNothingAfterARollback() {
		cached("k", "old");
		cached("l", "old");
		rolledBack(() -> {
			change("k", "new");
			this.cache.put("l", "new");
			this.cache.put("m", "new");
		});
		assertThat(this.cache.peek("k").value()).isEqualTo("old");
		assertThat(this.cache.peek("l").value()).isEqualTo("old");
		assertThat(this.cache.peek("m").isHit()).isFalse();
		rolledBack(() -> this.cache.clear());
		assertThat(this.cache.peek("k").value()).isEqualTo("old");
	}

	@Test
	void readsItsOwnChangesAndStoresAndSharesThemNowhere() {
		this.caches.tuned(LocalLevelTests.LOCAL);
		this.caches.awaitUp();
		cached("k", "old");
		cached("l", "old");
		cached("p", "old");
		rolledBack(() -> {
			change("k", "new");
			this.cache.put("p", "put");
			this.cache.put("none", null);
			assertThat(get("k")).isEqualTo("new");
			assertThat(get("p")).isEqualTo("put");
			assertThat(this.cache.getWithContext("k", (key, context) -> context.staleValue() + this.database.read(key)))
				.isEqualTo("nullnew");
			assertThat(this.cache.peek("k").isHit()).isFalse();
			assertThat(this.cache.peek("p").value()).isEqualTo("put");
			assertThat(this.cache.peek("none").state()).isEqualTo(Lookup.State.NULL);
			Map<String, String> all = this.cache.getAll(List.of("k", "l", "p", "none"), (keys) -> {
				assertThat(keys).isEqualTo(Set.of("k"));
				return Map.of("k", this.database.read("k"));
			});
			assertThat(all).containsExactly(Map.entry("k", "new"), Map.entry("l", "old"), Map.entry("p", "put"));
			assertThat(TestDatabase.elsewhere(() -> get("k"))).isEqualTo("old");
			assertThat(TestDatabase.elsewhere(() -> get("p"))).isEqualTo("old");
		});
		for (int i = 0; i < 3; i++) {
			assertThat(get("k")).isEqualTo("old");
			assertThat(get("p")).isEqualTo("old");
		}
	}

	@Test
	void anUncommittedReadIsNotJoinedByOthers() throws Exception {
		this.database.write("k", "old");
		CountDownLatch loading = new CountDownLatch(1);
		CountDownLatch proceed = new CountDownLatch(1);
		CompletableFuture<Void> transaction = CompletableFuture.runAsync(() -> inTransaction(() -> {
			change("k", "new");
			assertThat(this.cache.get("k", (key) -> {
				loading.countDown();
				proceed.await();
				return this.database.read(key);
			})).isEqualTo("new");
		}));
		loading.await();
		assertThat(get("k")).isEqualTo("old");
		proceed.countDown();
		transaction.get();
		assertThat(get("k")).isEqualTo("new");
	}

	@Test
	void removesWhatItLoadedAfterARollback() {
		this.database.write("k", "old");
		rolledBack(() -> {
			this.database.write("k", "new");
			this.database.write("l", "new");
			// Nothing has said that the key is changed.
			assertThat(get("k")).isEqualTo("new");
			assertThat(this.cache.getAll(List.of("l"), (keys) -> Map.of("l", this.database.read("l")))).hasSize(1);
			assertThat(peekElsewhere("k").value()).isEqualTo("new");
		});
		assertThat(this.cache.peek("k").isHit()).isFalse();
		assertThat(this.cache.peek("l").isHit()).isFalse();
		inTransaction(() -> get("k"));
		assertThat(this.cache.peek("k").value()).isEqualTo("old");
	}

	@Test
	void storesAfterTheCommitWhatWasPut() {
		cached("k", "old");
		inTransaction(() -> {
			this.cache.put("k", "first");
			this.cache.putAll(orderedMap("k", "new", "l", "new"));
			this.cache.put("m", "new");
			this.cache.invalidate("m");
			assertThat(peekElsewhere("k").value()).isEqualTo("old");
			assertThat(peekElsewhere("l").isHit()).isFalse();
			String tooLarge = "x".repeat(2000);
			this.caches.tuned(TestCaches.SETTINGS.withMaxValueBytes(1024));
			assertThatIllegalArgumentException().isThrownBy(() -> this.cache.put("k", tooLarge));
		});
		assertThat(this.cache.peek("k").value()).isEqualTo("new");
		assertThat(this.cache.peek("l").value()).isEqualTo("new");
		assertThat(this.cache.peek("m").isHit()).isFalse();
	}

	@Test
	void clearsAfterTheCommitAndStoresWhatWasPutThen() {
		cached("k", "old");
		cached("l", "old");
		inTransaction(() -> {
			this.cache.put("k", "lost");
			this.cache.clear();
			this.cache.put("l", "new");
			assertThat(peekElsewhere("k").value()).isEqualTo("old");
			assertThat(this.cache.peek("k").isHit()).isFalse();
			assertThat(get("k")).isEqualTo("old");
		});
		assertThat(this.cache.peek("k").isHit()).isFalse();
		assertThat(this.cache.peek("l").value()).isEqualTo("new");
		inTransaction(() -> this.caches.client.clear("c"));
		assertThat(this.cache.peek("l").isHit()).isFalse();
	}

	@Test
	void sendsEachKeyOnceHoweverManyThereAre() {
		// All of them together take a slow machine longer than one command may.
		this.caches.tuned(TestCaches.SETTINGS.withCommandTimeout(Duration.ofSeconds(30)));
		List<String> keys = IntStream.range(0, 10_000).mapToObj((i) -> "k" + i).toList();
		this.cache.peek("warm");
		Map<String, Long> calls = commands(() -> inTransaction(() -> {
			keys.forEach(this.cache::invalidate);
			this.cache.invalidateAll(keys);
			this.cache.put("k0", "v");
			this.cache.invalidate("k0");
		}));
		assertThat(calls.get("unlink")).isEqualTo(10_000);
		assertThat(calls).doesNotContainKey("set");
	}

	@Test
	void aLoadThatOutlastsTheCommitIsNotStored() throws Exception {
		this.database.write("k", "old");
		CountDownLatch loading = new CountDownLatch(1);
		CountDownLatch proceed = new CountDownLatch(1);
		CompletableFuture<String> slow = CompletableFuture.supplyAsync(() -> this.cache.get("k", (key) -> {
			String value = this.database.read(key);
			loading.countDown();
			proceed.await();
			return value;
		}));
		loading.await();
		inTransaction(() -> change("k", "new"));
		assertThat(get("k")).isEqualTo("new");
		proceed.countDown();
		assertThat(slow.get()).isEqualTo("old");
		assertThat(this.cache.peek("k").value()).isEqualTo("new");
	}

}
