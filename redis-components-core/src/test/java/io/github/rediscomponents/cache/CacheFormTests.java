// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.cache.CacheObserver.LeaseEvent;
import io.github.rediscomponents.cache.store.CacheEnvironment;
import io.github.rediscomponents.cache.entry.EntryForms;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * The form of what is stored: compressed or not, too large, by one codec or another.
 */
@Tag("contract")
@StandaloneClusterAndReplication
class CacheFormTests extends CacheFixture {

	/** The common pool has one thread on two cores, which a waiting loader would keep. */
	private static final Executor THREADS = (task) -> Background.daemon("cache-form").newThread(task).start();

	private static final String LARGE = "green tea ".repeat(2000);

	private static final int HEADER = 26;

	CacheFormTests(RedisTopology topology) {
		super(topology);
	}

	private void tune(CacheSettings changed) {
		this.caches.tuned(changed);
	}

	private int stored(String name, String key) {
		String valueKey = this.caches.valueKey(name, key);
		return Integer.parseInt(command(valueKey, "STRLEN", valueKey));
	}

	@Test
	void compressesWhatIsLarge() {
		assertThat(this.cache.get("k", (key) -> LARGE)).isEqualTo(LARGE);
		assertThat(stored("c", "k")).isLessThan(LARGE.length() / 10);
		assertThat(this.cache.get("k", this::load)).isEqualTo(LARGE);
		assertThat(this.cache.peek("k").value()).isEqualTo(LARGE);
		this.cache.putAll(Map.of("l", LARGE, "m", "small"));
		assertThat(this.cache.getAll(List.of("k", "l", "m"), (keys) -> Map.of()).values()).containsExactly(LARGE, LARGE,
				"small");
		assertThat(stored("c", "m")).isEqualTo(HEADER + "small".length());
		assertThat(this.caches.counts.encoded).containsExactlyInAnyOrder(LARGE.length(), LARGE.length(), 5);
		assertThat(this.caches.counts.stored).contains(5, stored("c", "k") - HEADER);
	}

	@Test
	void followsTheSettingAndReadsWhatWasStoredBefore() {
		this.cache.put("compressed", LARGE);
		tune(TestCaches.SETTINGS.withCompressAbove(0));
		this.cache.put("plain", LARGE);
		assertThat(stored("c", "plain")).isEqualTo(HEADER + LARGE.length());
		assertThat(this.cache.peek("compressed").value()).isEqualTo(LARGE);
		tune(TestCaches.SETTINGS.withCompressAbove(10));
		assertThat(this.cache.peek("plain").value()).isEqualTo(LARGE);
		this.cache.put("plain", LARGE.substring(0, 100));
		assertThat(stored("c", "plain")).isLessThan(HEADER + 100);
	}

	@Test
	void healsWhatCannotBeInflated() {
		// A changed stream, a changed length, and the beginning of an entry.
		String key = this.caches.valueKey("c", "k");
		for (String[] broken : new String[][] { { "SETRANGE", key, "60", "???" }, { "SETRANGE", key, "26", "\u007f" },
				{ "SETRANGE", key, "28", "\u0001" } }) {
			this.cache.put("k", LARGE);
			command(key, broken);
			long unreadable = this.caches.counts.unreadable.sum();
			assertThat(this.cache.peek("k").state()).isEqualTo(Lookup.State.MISS);
			assertThat(this.caches.counts.unreadable.sum()).isEqualTo(unreadable + 1);
			assertThat(this.cache.get("k", (missing) -> LARGE)).isEqualTo(LARGE);
			assertThat(this.cache.peek("k").value()).isEqualTo(LARGE);
		}
	}

	@Test
	void returnsWhatIsTooLargeAndDoesNotStoreIt() {
		tune(TestCaches.SETTINGS.withMaxValueBytes(1024));
		String most = "x".repeat(1024);
		try (CapturedLog log = CapturedLog.of(CacheEnvironment.class.getPackageName())) {
			for (int i = 1; i <= 3; i++) {
				assertThat(this.cache.get("secret", (key) -> LARGE)).isEqualTo(LARGE);
				assertThat(this.caches.counts.tooLarge).hasSize(i).containsOnly(LARGE.length());
				awaitNoLease("secret");
			}
			assertThat(this.cache.peek("secret").state()).isEqualTo(Lookup.State.MISS);
			assertThat(log.warnings()).singleElement()
				.satisfies((event) -> assertThat(event.getFormattedMessage())
					.contains("'c'", Integer.toString(LARGE.length()), "max-value-bytes of 1024")
					.doesNotContain("secret", "tea"));
		}
		assertThat(this.cache.get("most", (key) -> most)).isEqualTo(most);
		assertThat(this.cache.peek("most").value()).isEqualTo(most);
		assertThat(this.caches.counts.of(LeaseEvent.BUSY)).isZero();
		assertThat(this.caches.counts.of(LeaseEvent.REFUSED)).isZero();
	}

	private void awaitNoLease(String text) {
		String leaseKey = this.caches.leaseKey("c", text);
		await().until(() -> command(leaseKey, "EXISTS", leaseKey).equals("0"));
	}

	@Test
	void storesTheOthersOfManyOfWhichSomeAreTooLarge() {
		tune(TestCaches.SETTINGS.withMaxValueBytes(1024));
		Map<String, String> loaded = new LinkedHashMap<>(Map.of("a", "A", "b", LARGE, "c", "C"));
		assertThat(this.cache.getAll(List.of("a", "b", "c", "d"), (keys) -> loaded))
			.containsExactlyInAnyOrderEntriesOf(loaded);
		assertThat(this.cache.peek("a").value()).isEqualTo("A");
		assertThat(this.cache.peek("b").state()).isEqualTo(Lookup.State.MISS);
		assertThat(this.cache.peek("c").value()).isEqualTo("C");
		assertThat(this.cache.peek("d").state()).isEqualTo(Lookup.State.NULL);
		awaitNoLease("b");
		assertThat(this.cache.getAll(List.of("a", "b", "c", "d"), (keys) -> {
			assertThat(keys).containsExactly("b");
			return loaded;
		})).hasSize(3);
	}

	@Test
	void sendsNothingOfAPutThatIsTooLarge() {
		tune(TestCaches.SETTINGS.withMaxValueBytes(1024));
		this.cache.put("k", "old");
		assertThat(commands(() -> {
			assertThatIllegalArgumentException().isThrownBy(() -> this.cache.put("k", LARGE))
				.withMessageContaining("max-value-bytes of cache 'c', 1024, was 20000");
			assertThatIllegalArgumentException().isThrownBy(() -> this.cache.putAll(Map.of("k", "new", "l", LARGE)));
			assertThatIllegalArgumentException().isThrownBy(() -> this.caches.texts("never-read").put("k", LARGE));
		})).doesNotContainKeys("evalsha", "eval", "set", "get");
		assertThat(this.cache.peek("k").value()).isEqualTo("old");
		assertThat(this.caches.counts.tooLarge).hasSize(3);
	}

	@Test
	void wakesAnotherProcessThatWaitsForWhatIsTooLarge() throws Exception {
		tune(TestCaches.SETTINGS.withMaxValueBytes(1024).withLease(Duration.ofMinutes(10), Duration.ofMinutes(10)));
		CountDownLatch loading = new CountDownLatch(1);
		CountDownLatch go = new CountDownLatch(1);
		try (CommandPort port = newPort(); TestCaches others = this.caches.alsoOn(port)) {
			TypedCache<String, String> other = others.texts("c");
			CompletableFuture<String> mine = CompletableFuture.supplyAsync(() -> this.cache.get("k", (key) -> {
				loading.countDown();
				go.await();
				return LARGE;
			}), THREADS);
			loading.await();
			CompletableFuture<String> its = CompletableFuture
				.supplyAsync(() -> other.get("k", (key) -> LARGE + "again"), THREADS);
			try {
				await().until(() -> others.counts.of(LeaseEvent.BUSY) > 0);
			}
			finally {
				go.countDown();
			}
			// Long before the lease would expire.
			assertThat(mine).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(LARGE);
			assertThat(its).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(LARGE + "again");
		}
	}

	@Test
	void goesOnServingTheStaleValueOfWhatBecameTooLarge() {
		tune(TestCaches.SETTINGS.withTtl(Duration.ofMillis(1)).withStaleWindow(Duration.ofMinutes(1)));
		this.cache.put("k", "small");
		await().until(() -> this.cache.peek("k").state() == Lookup.State.STALE);
		tune(this.caches.settings.get().common().withMaxValueBytes(1024));
		assertThat(this.cache.get("k", (key) -> LARGE)).isEqualTo("small");
		await().until(() -> !this.caches.counts.tooLarge.isEmpty());
		assertThat(this.cache.peek("k").value()).isEqualTo("small");
	}

	@Test
	void aChangedCodecMakesMissesAndNoExceptions() {
		// A new subscription detaches what is being loaded.
		withoutMessages();
		TypedCache<String, Shop> shops = this.caches.client.cache("s", Shop.class);
		TypedCache<Long, Shop> byId = this.caches.client.cache(CacheSpec.of("b", Long.class, Shop.class));
		CacheCodec[] codecs = { CacheCodec.JSON, CacheCodec.BINARY, CacheCodec.APPLICATION, CacheCodec.BINARY };
		for (CacheCodec codec : codecs) {
			tune(TestCaches.SETTINGS.withCodec(codec));
			shops.put("k", find(1L));
			assertThat(shops.peek("k").value()).isEqualTo(find(1L));
			tune(TestCaches.SETTINGS.withCodec((codec == CacheCodec.BINARY) ? CacheCodec.JSON : CacheCodec.BINARY));
			long unreadable = this.caches.counts.unreadable.sum();
			assertThat(shops.peek("k").state()).isEqualTo(Lookup.State.MISS);
			assertThat(this.caches.counts.unreadable.sum()).isEqualTo(unreadable + 1);
			assertThat(shops.getAll(List.of("k", "n"), (keys) -> Map.of("k", find(2L)))).containsOnlyKeys("k");
			assertThat(shops.get("k", (key) -> find(3L))).isEqualTo(find(2L));
			shops.clear();
		}
		assertThat(byId.get(7L, CacheFixture::find)).isEqualTo(find(7L));
	}

	@Test
	void returnsTheValueWhileItsCodecChanges() {
		TypedCache<String, Shop> shops = this.caches.client.cache("s", Shop.class);
		AtomicBoolean over = new AtomicBoolean();
		CompletableFuture<Void> changes = CompletableFuture.runAsync(() -> {
			for (int i = 0; !over.get(); i++) {
				tune(TestCaches.SETTINGS.withCodec((i % 2 == 0) ? CacheCodec.BINARY : CacheCodec.JSON));
			}
		}, THREADS);
		try {
			assertThat(Concurrently.run(4, () -> {
				for (int i = 0; i < 300; i++) {
					if (i % 20 == 0) {
						shops.invalidate("k");
					}
					assertThat(shops.get("k", (key) -> find(1L))).isEqualTo(find(1L));
					assertThat(shops.getAll(List.of("k"), (keys) -> Map.of("k", find(1L)))).containsValue(find(1L));
					assertThat(shops.peek("k").value()).isIn(find(1L), null);
				}
				return "done";
			})).containsOnly("done");
		}
		finally {
			over.set(true);
			changes.join();
		}
	}

	@Test
	void letsTwoCodecsUseOneNameSideBySide() {
		// A new subscription detaches what is being loaded.
		withoutMessages();
		AtomicInteger loads = new AtomicInteger();
		try (CommandPort port = newPort(); TestCaches others = this.caches.alsoOn(LossyPort.of(port))) {
			tune(TestCaches.SETTINGS.withCodec(CacheCodec.JSON));
			others.tuned(TestCaches.SETTINGS.withCodec(CacheCodec.BINARY));
			TypedCache<String, Shop> json = this.caches.client.cache("s", Shop.class);
			TypedCache<String, Shop> binary = others.client.cache("s", Shop.class);
			for (int round = 1; round <= 3; round++) {
				long id = round;
				for (int i = 0; i < 20; i++) {
					for (TypedCache<String, Shop> one : List.of(json, binary)) {
						assertThat(one.get("k", (key) -> {
							loads.incrementAndGet();
							return find(id);
						})).isEqualTo(find(id));
					}
				}
				// One load of each codec, and none overwrites what the other stored.
				assertThat(loads).hasValue(2 * round);
				((round == 1) ? json : binary).invalidate("k");
			}
			// That there is no value says so to both.
			json.put("none", null);
			assertThat(binary.peek("none").state()).isEqualTo(Lookup.State.NULL);
		}
	}

	@Test
	void aCodecThatDoesNotFitIsRefusedByANewCacheAndIgnoredByARunningOne() {
		TypedCache<String, Shop> running = this.caches.client.cache("s", Shop.class);
		running.put("k", find(1L));
		try (CapturedLog log = CapturedLog.of(EntryForms.class.getName())) {
			tune(TestCaches.SETTINGS.withCodec(CacheCodec.TEXT));
			assertThat(running.peek("k").value()).isEqualTo(find(1L));
			running.put("l", find(2L));
			assertThat(running.peek("l").value()).isEqualTo(find(2L));
			assertThat(log.lines()).singleElement().asString().contains("'s'", "TEXT");
		}
		assertThatExceptionOfType(CodecException.class).isThrownBy(() -> this.caches.client.cache("new", Shop.class))
			.withMessageContaining("text");
		assertThat(this.cache.get("k", this::load)).isEqualTo("v1 of k");
		tune(TestCaches.SETTINGS.withCodec(CacheCodec.BINARY));
		assertThat(running.peek("k").state()).isEqualTo(Lookup.State.MISS);
		assertThat(this.caches.client.cache("new", Shop.class).get("k", (key) -> find(3L))).isEqualTo(find(3L));
	}

	@Test
	void aCodecOfItsOwnStaysWhateverTheSettingsSay() {
		ValueCodec<byte[]> own = ValueCodecs.bytes().codec(byte[].class);
		TypedCache<String, byte[]> cache = this.caches.client
			.cache(CacheSpec.of("own", String.class, byte[].class).codec(own));
		cache.put("k", new byte[] { 1 });
		tune(TestCaches.SETTINGS.withCodec(CacheCodec.TEXT));
		assertThat(cache.peek("k").value()).containsExactly(1);
	}

}
