// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.CacheObserver.OutboxEvent;
import io.github.rediscomponents.cache.LocalCacheSettings;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What becomes of invalidations while Redis fails: servers that stop, replies that are
 * lost, rights that are missing, and masters that are dead.
 */
class OutboxFaultTests extends OutboxFixture {

	@Test
	void aServerThatWasStoppedIsInvalidatedWhenItGoesOn() {
		this.cache.put("k", "old");
		this.cache.put("l", "other");
		this.caches.tuned(BRIEF);
		this.server.pause();
		times(() -> this.cache.invalidate("k"));
		times(() -> this.cache.put("m", "lost"));
		assertThat(queued()).isEqualTo(2);
		assertThat(this.caches.client.queuedInvalidations().oldest()).isPositive();
		assertThat(this.cache.get("k", this::load)).isEqualTo("v1");
		this.server.resume();
		awaitEmpty();
		assertThat(isStored("k")).isFalse();
		assertThat(isStored("m")).isFalse();
		await().atMost(PATIENCE).until(() -> this.cache.get("l", this::load).equals("other"));
		assertThat(this.caches.counts.of(OutboxEvent.QUEUED)).isEqualTo(2);
		awaitReplayed(2);
	}

	@Test
	void aLostReplyLosesNoInvalidation() {
		try (RedisProxy proxy = RedisProxy.to(this.server);
				CommandPort proxied = TestPorts.connected(TestPorts.open(proxy.uri()));
				TestCaches there = TestCaches.on(proxied, "t", BRIEF)) {
			TypedCache<String, String> cache = seenBy(there.texts("c"));
			for (int i = 0; i < 5; i++) {
				await().atMost(PATIENCE).ignoreExceptions().until(() -> {
					cache.put("k", "old");
					return cache.peek("k").isHit();
				});
				await().atMost(PATIENCE).until(() -> there.client.queuedInvalidations().count() == 0);
				proxy.swallowNextReply();
				try {
					cache.invalidate("k");
				}
				catch (RedisUnavailableException ex) {
					assertThat(ex.outcome()).isEqualTo(RedisUnavailableException.Outcome.UNKNOWN);
				}
				await().atMost(PATIENCE).until(() -> there.client.queuedInvalidations().count() == 0);
				assertThat(isStored("k")).isFalse();
			}
			assertThat(proxy.swallowedReplies()).isEqualTo(5);
		}
	}

	@Test
	void whatANetworkHeldBackDoesNoHarmLater() {
		try (RedisProxy proxy = RedisProxy.to(this.server);
				CommandPort proxied = TestPorts.connected(TestPorts.open(proxy.uri()));
				TestCaches there = TestCaches.on(proxied, "t", BRIEF)) {
			TypedCache<String, String> cache = seenBy(there.texts("c"));
			await().atMost(PATIENCE).ignoreExceptions().until(() -> {
				cache.put("k", "old");
				return cache.peek("k").isHit();
			});
			proxy.freeze();
			times(() -> cache.invalidate("k"));
			times(() -> cache.put("k", "late"));
			proxy.thaw();
			await().atMost(PATIENCE).until(() -> there.client.queuedInvalidations().count() == 0);
			// The put that was held back is older than the invalidation that follows it.
			assertThat(isStored("k")).isFalse();
		}
	}

	@Test
	void aMissingRightIsSaidAndTheInvalidationIsRepeated() {
		this.cache.put("k", "old");
		refuse();
		try (CapturedLog log = CapturedLog.of("io.github.rediscomponents.cache")) {
			fails(() -> this.cache.invalidate("k"));
			await().atMost(PATIENCE).until(() -> log.lines().stream().anyMatch((line) -> line.startsWith("WARN")));
			assertThat(log.lines()).filteredOn((line) -> line.startsWith("WARN"))
				.containsExactly("WARN Redis refuses to invalidate entries of cache 'c'; it tries again");
		}
		allow();
		awaitEmpty();
		assertThat(isStored("k")).isFalse();
	}

	@Test
	void onlyTheKeysOfADeadMasterWait() {
		try (RedisCluster cluster = RedisCluster.builder().setting("cluster-require-full-coverage", "no").start();
				CommandPort ports = TestPorts.connected(TestPorts.open(cluster));
				TestCaches clustered = TestCaches.on(ports, "t", SETTINGS.withCommandTimeout(Duration.ofSeconds(2)))) {
			TypedCache<String, String> there = seenBy(clustered.texts("c"));
			List<String> keys = keys(300);
			Map<String, String> old = new LinkedHashMap<>();
			keys.forEach((key) -> old.put(key, "old"));
			await().atMost(PATIENCE).ignoreExceptions().until(() -> {
				there.putAll(old);
				return true;
			});
			RedisServer dead = cluster.masterFor(clustered.valueKey("c", "k0"));
			long lost = keys.stream().filter((key) -> cluster.masterFor(clustered.valueKey("c", key)) == dead).count();
			assertThat(lost).isBetween(1L, 299L);
			dead.pause();
			times(() -> there.invalidateAll(keys));
			await().atMost(PATIENCE).until(() -> clustered.client.queuedInvalidations().count() == lost);
			for (String key : keys) {
				boolean away = cluster.masterFor(clustered.valueKey("c", key)) == dead;
				assertThat(there.get(key, (id) -> "new")).isEqualTo("new");
				if (away) {
					assertThat(there.peek(key).isHit()).isFalse();
				}
				else {
					// A machine can stall for longer than a command may take.
					await().atMost(PATIENCE)
						.ignoreExceptions()
						.until(() -> there.peek(key).isHit() || there.get(key, (id) -> "new").isEmpty());
				}
			}
			assertThat(clustered.client.queuedInvalidations().count()).isEqualTo(lost);
			dead.resume();
			await().atMost(PATIENCE).until(() -> clustered.client.queuedInvalidations().count() == 0);
			try (CommandPort other = TestPorts.open(cluster); TestCaches others = clustered.alsoOn(other)) {
				others.tuned(SETTINGS);
				keys.forEach((key) -> assertThat(others.texts("c").peek(key).value()).isNotEqualTo("old"));
			}
		}
	}

	@Test
	void localLevelsOpenOnlyWhenTheQueueIsEmpty() {
		Duration brief = Duration.ofMillis(300);
		this.caches.tuned(SETTINGS.withLocal(LocalCacheSettings.defaults().withEnabled(true))).probeEvery(brief);
		this.caches.awaitUp();
		// From the second probe on the proof lasts longer than a slow machine needs.
		long probes = calls("publish");
		this.caches.probeEvery(Duration.ofSeconds(2));
		await().atMost(PATIENCE).until(() -> calls("publish") > probes + 1);
		refuse();
		fails(() -> this.cache.invalidate("k"));
		// One that is open stays so: it has nothing of the key.
		assertThat(this.caches.client.localLevelState()).isEqualTo(LocalLevelState.UP);
		this.caches.probeEvery(brief);
		this.server.command("CLIENT", "KILL", "TYPE", "pubsub");
		await().atMost(PATIENCE).until(() -> this.caches.client.localLevelState() == LocalLevelState.PROBED);
		long published = calls("publish");
		await().atMost(PATIENCE).until(() -> {
			assertThat(this.caches.client.localLevelState()).isNotEqualTo(LocalLevelState.UP);
			return calls("publish") > published + 6;
		});
		assertThat(queued()).isEqualTo(1);
		allow();
		await().atMost(PATIENCE).until(() -> this.caches.client.localLevelState() == LocalLevelState.UP);
		assertThat(queued()).isZero();
	}

	@Test
	void noThreadReadsWhatIsOlderThanItsOwnChangeWhileRightsComeAndGo() throws Exception {
		Map<String, String> rows = new ConcurrentHashMap<>();
		AtomicBoolean over = new AtomicBoolean();
		AtomicInteger failed = new AtomicInteger();
		List<Callable<Void>> tasks = new CopyOnWriteArrayList<>();
		AtomicInteger running = new AtomicInteger(6);
		for (int thread = 0; thread < 6; thread++) {
			String prefix = "t" + thread + "-";
			tasks.add(() -> {
				try {
					for (int i = 0; i < 300; i++) {
						String key = prefix + i % 7;
						change(rows, key, "v" + i, failed);
						assertThat(this.cache.get(key, rows::get)).isEqualTo("v" + i);
						assertThat(this.cache.getAll(List.of(key), (keys) -> Map.of(key, rows.get(key))))
							.containsEntry(key, "v" + i);
						assertThat(this.cache.peek(key).value()).isIn(null, "v" + i);
					}
				}
				finally {
					over.set(running.decrementAndGet() == 0);
				}
				return null;
			});
		}
		tasks.add(() -> {
			while (!over.get()) {
				refuse();
				int before = failed.get();
				await().atMost(PATIENCE).until(() -> over.get() || failed.get() > before);
				allow();
			}
			return null;
		});
		Concurrently.run(tasks);
		allow();
		awaitEmpty();
		assertThat(failed).hasPositiveValue();
		try (CommandPort other = openPort(); TestCaches others = this.caches.alsoOn(other)) {
			rows.forEach((key, value) -> assertThat(others.texts("c").peek(key).value()).isIn(null, value));
		}
	}

	private void change(Map<String, String> rows, String key, String value, AtomicInteger failed) {
		rows.put(key, value);
		try {
			switch (ThreadLocalRandom.current().nextInt(3)) {
				case 0 -> this.cache.invalidate(key);
				case 1 -> this.cache.invalidateAll(List.of(key));
				default -> this.cache.put(key, value);
			}
		}
		catch (RedisComponentsException ex) {
			failed.incrementAndGet();
		}
	}

}
