// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.local;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.CacheFixture;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.LocalCacheSettings;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.support.CampaignScale;
import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a process remembers of a cache, and what makes it forget.
 */
@Tag("contract")
@StandaloneClusterAndReplication
public class LocalLevelTests extends CacheFixture {

	public static final CacheSettings LOCAL = TestCaches.SETTINGS.withLocal(LocalCacheSettings.defaults()
		.withEnabled(true)
		.withTtl(Duration.ofHours(1))
		.withOutageWindow(Duration.ofHours(1)));

	private CommandPort otherPort;

	private TestCaches other;

	private TypedCache<String, String> there;

	LocalLevelTests(RedisTopology topology) {
		super(topology);
	}

	@BeforeEach
	void switchOn() {
		this.caches.tuned(LOCAL).probeEvery(Duration.ofMillis(200));
		this.otherPort = newPort();
		this.other = this.caches.alsoOn(this.otherPort);
		this.there = this.other.texts("c");
		TestCaches.awaitAllUp(this.caches, this.other);
	}

	@AfterEach
	void closeOther() {
		this.other.close();
		this.otherPort.close();
	}

	@Test
	void servesFromMemoryWhatWasReadOnce() {
		this.cache.put("k", "v");
		this.there.get("k", this::load);
		long before = this.other.counts.localHits(Lookup.State.FRESH);
		AtomicInteger attempts = new AtomicInteger();
		// A stall of the machine can let the local level be bypassed for a while.
		await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
			attempts.incrementAndGet();
			Map<String, Long> sent = commands(() -> {
				for (int i = 0; i < 1000; i++) {
					assertThat(this.there.get("k", this::load)).isEqualTo("v");
				}
			});
			// The generation is read with each probe.
			assertThat(sent.getOrDefault("get", 0L)).isLessThan(100);
		});
		assertThat(this.loads).hasValue(0);
		await().untilAsserted(() -> assertThat(this.other.counts.localHits(Lookup.State.FRESH) - before).isBetween(901L,
				1000L * attempts.get()));
	}

	@Test
	void hearsOfAnInvalidationByAnotherProcess() {
		for (int i = 0; i < 200; i++) {
			String value = "v" + i;
			assertThat(this.there.get("k", (key) -> value)).isEqualTo(value);
			assertThat(this.there.get("k", (key) -> "loaded twice")).isEqualTo(value);
			this.cache.invalidate("k");
			await().pollInterval(Duration.ofMillis(1)).until(() -> this.there.get("k", (key) -> "new").equals("new"));
			this.cache.invalidate("k");
			await().pollInterval(Duration.ofMillis(1)).until(() -> this.there.get("k", (key) -> value).equals(value));
			this.cache.invalidate("k");
			await().pollInterval(Duration.ofMillis(1)).until(() -> this.there.peek("k").state() == Lookup.State.MISS);
		}
	}

	@Test
	void boundsTheStalenessOfOtherProcessesByItsProbes() {
		assertThat(this.cache.stalenessBound()).isEqualTo(Duration.ofMillis(2 * 200 + 250));
		this.caches.tuned(TestCaches.SETTINGS);
		assertThat(this.cache.stalenessBound()).isZero();
		this.caches.tuned(TestCaches.SETTINGS.withLocal(LocalCacheSettings.defaults().withBroadcast(true)));
		assertThat(this.cache.stalenessBound()).isPositive();
	}

	@Test
	void hearsOfAPutAnInvalidationOfManyAPutOfManyAndAClear() {
		read("a", "b", "c");
		this.cache.put("a", "put");
		awaitThere("a", "put");
		this.cache.putAll(Map.of("a", "all", "b", "all"));
		awaitThere("a", "all");
		awaitThere("b", "all");
		this.cache.invalidateAll(List.of("a", "b"));
		awaitThere("a", "again a");
		awaitThere("b", "again b");
		assertThat(this.there.get("c", this::load)).isEqualTo("first c");
		this.cache.clear();
		awaitThere("c", "again c");
	}

	@Test
	void hearsOfAChangeByAProcessThatDoesNotKnowTheTypes() {
		read("7");
		try (TestCaches third = this.caches.alsoOn(port())) {
			third.client.invalidate("c", 7);
		}
		awaitThere("7", "again 7");
	}

	@Test
	@Tag("long")
	void aChangeIsVisibleHereAtOnce() {
		int changes = CampaignScale.times(400, 2000);
		for (int i = 0; i < changes; i++) {
			String value = "v" + i;
			this.cache.put("k", value);
			assertThat(this.cache.get("k", this::load)).isEqualTo(value);
			assertThat(this.cache.get("k", this::load)).isEqualTo(value);
		}
		for (int i = 0; i < changes; i++) {
			String value = "w" + i;
			this.cache.invalidate("k");
			assertThat(this.cache.get("k", (key) -> value)).isEqualTo(value);
			assertThat(this.cache.get("k", (key) -> "loaded twice")).isEqualTo(value);
		}
	}

	@Test
	@Tag("long")
	void fillsPublishNothing() throws Exception {
		TypedCache<Integer, Integer> numbers = this.caches.client
			.cache(CacheSpec.of("n", Integer.class, Integer.class));
		rest();
		int fills = CampaignScale.times(1000, 10_000);
		Map<String, Long> sent = commands(() -> IntStream.range(0, fills).forEach((i) -> numbers.get(i, (key) -> key)));
		assertThat(sent.getOrDefault("publish", 0L)).isZero();
	}

	@Test
	void aRebuildIsToldOfOnlyWhenTheValueIsAnother() throws Exception {
		CacheSettings brief = LOCAL.withTtl(Duration.ofMillis(300)).withStaleWindow(Duration.ofHours(1));
		this.caches.tuned(brief);
		List<String> values = List.of("v", "v", "w");
		AtomicInteger next = new AtomicInteger();
		List<Long> published = new ArrayList<>();
		this.cache.get("k", (key) -> values.get(next.getAndIncrement()));
		rest();
		String key = this.caches.valueKey("c", "k");
		for (int i = 1; i <= 2; i++) {
			await().until(() -> this.cache.peek("k").state() == Lookup.State.STALE);
			String stale = digest(key);
			Map<String, Long> sent = commands(() -> {
				this.cache.get("k", (asked) -> values.get(next.getAndIncrement()));
				await().until(() -> !digest(key).equals(stale));
			});
			published.add(sent.getOrDefault("publish", 0L));
		}
		assertThat(published).containsExactly(0L, 1L);
	}

	private String digest(String key) {
		return command(key, "EVAL", "return redis.sha1hex(redis.call('GET', KEYS[1]))", "1", key);
	}

	/** Returns when nothing is sent any more that is not asked for. */
	private void rest() throws Exception {
		this.caches.probeEvery(Duration.ofMinutes(1));
		this.other.probeEvery(Duration.ofMinutes(1));
		// After the present round and the last one of before, on their thread.
		for (long millis : new long[] { 0, 500 }) {
			TestCaches.BACKGROUND.timer().schedule(() -> {
			}, millis, TimeUnit.MILLISECONDS).get();
		}
		// On the connections of the probes.
		IntStream.range(0, 100).forEach((i) -> {
			this.cache.peek("rest " + i);
			this.there.peek("rest " + i);
		});
	}

	@Test
	void remembersAbsenceAndForgetsIt() {
		assertThat(this.there.get("k", (key) -> null)).isNull();
		assertThat(this.there.get("k", this::load)).isNull();
		assertThat(this.there.get("k", this::load)).isNull();
		this.cache.put("k", "now");
		awaitThere("k", "now");
	}

	@Test
	void getsManyFromMemoryAndAsksForTheRestOnly() {
		read("a", "b");
		this.there.get("none", (key) -> null);
		this.there.get("none", this::load);
		this.cache.put("c", "v c");
		assertThat(this.there.getAll(List.of("c", "none", "b", "d", "a"), (missing) -> {
			assertThat(missing).isEqualTo(Set.of("d"));
			return Map.of("d", "v d");
		})).isEqualTo(orderedMap("c", "v c", "b", "first b", "d", "v d", "a", "first a"));
		// On a machine so slow that no probe comes back in time the level is bypassed.
		await().untilAsserted(() -> {
			this.there.getAll(List.of("c", "d"), (missing) -> Map.of());
			Map<String, Long> sent = commands(
					() -> assertThat(this.there.getAll(List.of("c", "d", "a"), (missing) -> Map.of()))
						.isEqualTo(orderedMap("c", "v c", "d", "v d", "a", "first a")));
			assertThat(sent.getOrDefault("get", 0L)).isLessThan(3);
		});
	}

	@Test
	void servesNothingLongerThanTheEntryInRedisIsFresh() {
		this.caches.tuned(LOCAL.withTtl(Duration.ofMillis(700)));
		long began = System.nanoTime();
		this.cache.get("k", this::load);
		await().pollInterval(Duration.ofMillis(5)).until(() -> this.cache.get("k", this::load).equals("v2 of k"));
		assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(690));
		this.caches.tuned(LOCAL.withTtl(Duration.ofMillis(300)).withStaleWindow(Duration.ofHours(1)));
		this.cache.put("s", "old");
		assertThat(this.cache.get("s", this::load)).isEqualTo("old");
		await().until(() -> this.cache.peek("s").state() == Lookup.State.STALE);
		await().untilAsserted(() -> assertThat(this.cache.get("s", (key) -> "new")).isEqualTo("new"));
	}

	@Test
	void servesNothingLongerThanItsOwnTimeToLive() {
		this.caches.tuned(LOCAL.withLocal(LOCAL.local().withTtl(Duration.ofMillis(500))));
		read(this.cache, "k");
		// As a program that knows nothing of the cache.
		command(this.caches.valueKey("c", "k"), "DEL", this.caches.valueKey("c", "k"));
		await().untilAsserted(() -> assertThat(this.cache.get("k", (key) -> "again")).isEqualTo("again"));
	}

	@Test
	void forgetsWhenRedisIsEmptied() {
		read("k");
		String generation = this.caches.keys.key("cache-generation", "c");
		command(this.caches.valueKey("c", "k"), "DEL", this.caches.valueKey("c", "k"));
		command(generation, "DEL", generation);
		awaitThere("k", "again k");
	}

	@Test
	void givesEachReaderAnObjectOfItsOwnIfWanted() {
		TypedCache<String, List<String>> shared = this.caches.client.cache("shared", new TypeRef<List<String>>() {
		});
		shared.get("k", (key) -> new ArrayList<>(List.of("a")));
		await().untilAsserted(
				() -> assertThat(shared.get("k", (key) -> List.of())).isSameAs(shared.get("k", (key) -> List.of())));
		this.caches.tuned(LOCAL.withLocal(LOCAL.local().withCopied(true)));
		shared.get("k", (key) -> List.of());
		List<String> mine = shared.get("k", (key) -> List.of());
		mine.add("b");
		assertThat(shared.get("k", (key) -> List.of())).isEqualTo(List.of("a")).isNotSameAs(mine);
		assertServedFromMemory(shared, List.of());
	}

	/** A stall of the machine can let the local level be bypassed for a while. */
	private <T> void assertServedFromMemory(TypedCache<String, T> from, T absent) {
		await().untilAsserted(() -> {
			from.get("k", (key) -> absent);
			Map<String, Long> sent = commands(
					() -> IntStream.range(0, 100).forEach((i) -> from.get("k", (key) -> absent)));
			assertThat(sent.getOrDefault("get", 0L)).isLessThan(50);
		});
	}

	@Test
	void keepsNoMoreThanItMay() {
		this.caches.tuned(LOCAL.withLocal(LOCAL.local().withMaxEntries(100)));
		this.cache.putAll(IntStream.range(0, 1000).boxed().collect(Collectors.toMap((i) -> "k" + i, (i) -> "v")));
		IntStream.range(0, 1000).forEach((i) -> this.cache.get("k" + i, this::load));
		Map<String, Long> again = commands(
				() -> IntStream.range(0, 1000).forEach((i) -> this.cache.get("k" + i, this::load)));
		assertThat(again.get("get")).isGreaterThan(800);
		this.caches.tuned(LOCAL.withLocal(LOCAL.local().withMaxBytes(100_000)));
		String large = "x".repeat(9000);
		IntStream.range(0, 100).forEach((i) -> this.cache.put("k" + i, large));
		IntStream.range(0, 100).forEach((i) -> this.cache.get("k" + i, this::load));
		again = commands(() -> IntStream.range(0, 100).forEach((i) -> this.cache.get("k" + i, this::load)));
		assertThat(again.get("get")).isGreaterThan(80);
	}

	@Test
	void isSwitchedOffAndOnWhileItRuns() {
		read(this.cache, "k");
		this.caches.tuned(TestCaches.SETTINGS);
		long began = System.nanoTime();
		Map<String, Long> sent = commands(
				() -> IntStream.range(0, 100).forEach((i) -> this.cache.get("k", this::load)));
		// The generation is read with each probe.
		long rounds = Duration.ofNanos(System.nanoTime() - began).toMillis() / 200;
		assertThat(sent.get("get")).isBetween(100L, 150L + 4 * rounds);
		this.caches.tuned(LOCAL);
		assertServedFromMemory(this.cache, "loaded");
		assertThat(this.loads).hasValue(0);
	}

	private void read(String... keys) {
		read(this.there, keys);
	}

	private static void read(TypedCache<String, String> by, String... keys) {
		for (String key : keys) {
			by.get(key, (asked) -> "first " + asked);
			by.get(key, (asked) -> "second " + asked);
			assertThat(by.get(key, (asked) -> "third " + asked)).isEqualTo("first " + key);
		}
	}

	private void awaitThere(String key, String value) {
		await().untilAsserted(() -> assertThat(this.there.get(key, (asked) -> "again " + asked)).isEqualTo(value));
	}

}
