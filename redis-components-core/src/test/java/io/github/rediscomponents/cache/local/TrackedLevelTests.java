// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.local;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.Invalidation;
import io.github.rediscomponents.cache.LocalCacheSettings;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.CampaignScale;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a local level forgets that Redis itself tells of changes, whoever makes them.
 */
@Tag("contract")
@Timeout(240)
@StandaloneClusterAndReplication
class TrackedLevelTests extends TrackedFixture {

	TrackedLevelTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void hearsOfADeletionByAnotherClient() {
		for (String text : List.of("k", "a:b", "{tag}", "100%", "%7B", "ü")) {
			kept(text, "old");
			command(key(text), "DEL", key(text));
			until(text, "loaded");
		}
	}

	@Test
	void hearsOfAWriteByAnotherClient() {
		kept("k", "old");
		command(key("k"), "SET", key("k"), "no entry of ours");
		until("k", "loaded");
	}

	@Test
	void hearsOfAnExpiryThatAnotherClientHasSet() {
		kept("k", "old");
		command(key("k"), "PEXPIRE", key("k"), "1");
		until("k", "loaded");
	}

	@Test
	void hearsOfWhatProcessesWithoutALocalLevelDo() {
		kept("k", "old");
		this.cache.put("k", "put");
		until("k", "put");
		kept("k", "old");
		this.cache.invalidate("k");
		until("k", "loaded");
		kept("k", "old");
		this.cache.clear();
		until("k", "loaded");
	}

	@Test
	void hearsOfAnEmptiedDatabase() {
		if (this.topology != RedisTopology.CLUSTER) {
			kept("k", "old");
			untilHeard(() -> command(key("k"), "FLUSHALL"));
			assertThat(this.there.get("k", (key) -> "loaded")).isEqualTo("loaded");
			return;
		}
		List<String> texts = IntStream.range(0, 20).mapToObj((i) -> "k" + i).toList();
		texts.forEach((text) -> kept(text, "old"));
		RedisServer emptied = server().masterFor(key("k0"));
		untilHeard(() -> emptied.command("FLUSHALL"));
		texts.forEach((text) -> assertThat(this.there.get(text, (key) -> "loaded"))
			.isEqualTo((server().masterFor(key(text)) == emptied) ? "loaded" : this.there.get(text, this::load)));
		assertThat(this.there.get("k0", (key) -> "again")).isEqualTo("loaded");
	}

	/** Again where a connection for tracking was just replaced. */
	private void untilHeard(Runnable flush) {
		int before = this.tracking.flushes.get();
		AtomicLong next = new AtomicLong(System.nanoTime());
		await().atMost(PATIENCE).until(() -> {
			if (System.nanoTime() >= next.get()) {
				flush.run();
				next.set(System.nanoTime() + Duration.ofSeconds(10).toNanos());
			}
			return this.tracking.flushes.get() > before;
		});
	}

	@Test
	void aChangeIsVisibleHereAtOnce() {
		for (int i = 0; i < CampaignScale.times(400); i++) {
			String value = "v" + i;
			this.there.put("k", value);
			assertThat(this.there.get("k", this::load)).isEqualTo(value);
			this.there.invalidate("k");
			assertThat(this.there.get("k", (key) -> value + "!")).isEqualTo(value + "!");
		}
	}

	@Test
	void isNotToldOfOtherCachesAndLeavesNoProbeBehind() {
		TypedCache<String, String> longer = this.caches.texts("cc");
		IntStream.range(0, 50).forEach((i) -> longer.put("k" + i, "v"));
		kept("k", "v");
		await().atMost(PATIENCE).until(() -> this.tracking.heard.contains(key("k")));
		assertThat(this.tracking.heard).noneMatch((key) -> key.contains("{cc:"))
			.anyMatch((key) -> key.contains("{probe-"))
			.noneMatch((key) -> key.contains("cache-lease"));
		for (RedisServer node : server().nodes()) {
			assertThat((List<?>) node.command("KEYS", this.caches.keys.prefix() + ":cache:{probe-*")).isEmpty();
		}
	}

	@Test
	void servesNothingOldAfterATrackingConnectionWasKilled() {
		for (int i = 0; i < CampaignScale.times(4); i++) {
			String fresh = "new " + i;
			kept("k", "old " + i);
			int killed = 0;
			for (RedisServer node : server().nodes()) {
				killed += killTracking(node);
			}
			assertThat(killed).isPositive();
			this.cache.put("k", fresh);
			await().atMost(PATIENCE)
				.until(() -> this.reader.client.localLevelState() != LocalLevelState.UP
						|| this.there.get("k", this::load).equals(fresh));
			await().atMost(PATIENCE)
				.pollInterval(Duration.ofMillis(1))
				.until(() -> this.there.get("k", this::load).equals(fresh));
			await().atMost(PATIENCE).until(() -> this.reader.client.localLevelState() == LocalLevelState.UP);
			assertThat(this.there.get("k", this::load)).isEqualTo(fresh);
		}
	}

	static int killTracking(RedisServer node) {
		List<String> connections = tracking(node);
		connections.forEach((id) -> node.command("CLIENT", "KILL", "ID", id));
		return connections.size();
	}

	/** The ids of the connections that track keys. */
	static List<String> tracking(RedisServer node) {
		return Arrays.stream(String.valueOf(node.command("CLIENT", "LIST")).split("\n"))
			.filter((line) -> line.matches(".* flags=\\w*B.*"))
			.map((line) -> line.substring(line.indexOf('=') + 1, line.indexOf(' ')))
			.toList();
	}

	@Test
	void asksRedisOnceOneMasterIsSilent() {
		kept("k", "v0");
		RedisServer silent = server().masterFor(key("k"));
		this.tracking.lose((key) -> server().masterFor(key) == silent);
		this.cache.put("k", "v1");
		await().atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(2))
			.until(() -> this.there.get("k", this::load).equals("v1"));
		for (int i = 2; i < 300; i++) {
			this.cache.put("k", "v" + i);
			assertThat(this.there.get("k", this::load)).isEqualTo("v" + i);
		}
		this.tracking.lose((key) -> false);
		await().atMost(PATIENCE).until(() -> this.reader.client.localLevelState() == LocalLevelState.UP);
		assertThat(this.there.get("k", this::load)).isEqualTo("v299");
	}

	@Test
	void aChangeWhileARedisReadIsUnderWayIsNotKeptOut() {
		AtomicReference<Runnable> after = new AtomicReference<>(() -> {
		});
		try (CommandPort port = newPort()) {
			CommandPort interrupted = InterceptedPort.of(this.tracking.on(port), (method, args, real) -> {
				Object reply = real.proceed();
				if (method.getName().equals("call")) {
					after.getAndSet(() -> {
					}).run();
				}
				return reply;
			});
			CommandPort same = InterceptedPort.of(interrupted,
					(method, args, real) -> method.getName().equals("withTimeout") ? interrupted : real.proceed());
			try (TestCaches slow = this.caches.alsoOn(same).tuned(TRACKED)) {
				slow.awaitUp();
				for (int i = 0; i < 100; i++) {
					String text = "k" + i;
					this.cache.put(text, "old");
					await().atMost(PATIENCE).until(() -> this.tracking.heard.contains(key(text)));
					// The reply with the old value is here, and the deletion is heard
					// before it is kept.
					after.set(() -> {
						this.tracking.heard.remove(key(text));
						command(key(text), "DEL", key(text));
						await().atMost(PATIENCE)
							.pollInterval(Duration.ofMillis(1))
							.until(() -> this.tracking.heard.contains(key(text)));
					});
					assertThat(slow.texts("c").get(text, this::load)).isEqualTo("old");
					// If the read went out with that of the generation.
					after.getAndSet(() -> {
					}).run();
					await().atMost(PATIENCE)
						.pollInterval(Duration.ofMillis(1))
						.until(() -> slow.texts("c").get(text, (key) -> "new").equals("new"));
				}
			}
		}
	}

	@Test
	void anotherWayOfHearingTakesEffectAtOnce() {
		kept("k", "old");
		this.reader.tuned(LocalLevelTests.LOCAL);
		this.caches.tuned(TestCaches.SETTINGS.withLocal(LocalCacheSettings.defaults().withBroadcast(true)));
		kept("k", "by message");
		this.cache.put("k", "told");
		until("k", "told");
		this.reader.tuned(TRACKED);
		this.caches.tuned(TestCaches.SETTINGS);
		kept("k", "by Redis");
		this.cache.put("k", "tracked");
		until("k", "tracked");
		this.reader.tuned(TRACKED.withLocal(TRACKED.local().withInvalidation(Invalidation.NONE)));
		kept("k", "by nothing");
		command(key("k"), "DEL", key("k"));
		assertThat(this.there.get("k", this::load)).isEqualTo("by nothing");
		this.there.invalidate("k");
		assertThat(this.there.get("k", (key) -> "here at once")).isEqualTo("here at once");
	}

	@Test
	void processesWithMessagesHearOfAProcessWithTracking() {
		this.caches.tuned(LocalLevelTests.LOCAL);
		this.caches.awaitUp();
		CacheSettings telling = TRACKED
			.withLocal(LocalCacheSettings.defaults().withInvalidation(Invalidation.TRACKING).withEnabled(true));
		assertThat(telling.local().broadcast()).isTrue();
		this.reader.tuned(telling);
		for (int i = 0; i < 50; i++) {
			String value = "v" + i;
			this.there.put("k", value);
			await().atMost(PATIENCE)
				.pollInterval(Duration.ofMillis(1))
				.until(() -> this.cache.get("k", this::load).equals(value));
		}
	}

	@Test
	void anotherCacheIsTrackedFromItsFirstUseOn() {
		for (int i = 0; i < 3; i++) {
			String name = "later" + i;
			TypedCache<String, String> later = this.reader.texts(name);
			this.caches.texts(name).put("k", "old");
			await().atMost(PATIENCE).until(() -> {
				long before = this.reader.counts.of(Lookup.State.FRESH);
				return later.get("k", this::load).equals("old") && this.reader.counts.of(Lookup.State.FRESH) == before;
			});
			this.caches.texts(name).put("k", "new");
			await().atMost(PATIENCE).until(() -> later.get("k", this::load).equals("new"));
			kept("k", "v" + i);
		}
	}

}
