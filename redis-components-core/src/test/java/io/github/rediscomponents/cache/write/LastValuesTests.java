// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.CacheObserver.StaleReason;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.cache.engine.CacheAccess;
import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What a process returns from its memory while Redis does not answer.
 */
class LastValuesTests extends LastValuesFixture {

	@Test
	void returnsTheLastValuesWithoutLoadingWhileRedisIsDown() {
		returnsTheLastValuesWithoutLoadingWhile(RedisServer::kill);
	}

	@Test
	void returnsTheLastValuesWithoutLoadingWhileRedisHangs() {
		returnsTheLastValuesWithoutLoadingWhile(RedisServer::pause);
	}

	private void returnsTheLastValuesWithoutLoadingWhile(Consumer<RedisServer> fault) {
		List<String> keys = warm(10);
		this.cache.get("absent", (key) -> null);
		await().atMost(PATIENCE).until(() -> {
			long before = this.caches.counts.localHits(Lookup.State.NULL);
			this.cache.get("absent", this::load);
			await().during(INTERVAL.multipliedBy(2)).until(() -> true);
			return this.caches.counts.localHits(Lookup.State.NULL) > before;
		});
		try (CapturedLog log = CapturedLog.of("io.github.rediscomponents.cache")) {
			away(fault);
			long lookups = lookups();
			Concurrently.repeat(8, 100, () -> {
				for (String key : keys) {
					assertThat(this.cache.get(key, this::load)).isEqualTo("last of " + key);
				}
			});
			assertThat(this.cache.getAll(keys, (missing) -> {
				throw new AssertionError("All are known");
			})).hasSize(10).containsEntry("k3", "last of k3");
			assertThat(this.cache.get("absent", this::load)).isNull();
			assertThat(this.cache.peek("k1")).isEqualTo(new Lookup<>(Lookup.State.STALE, "last of k1"));
			assertThat(this.cache.peek("absent")).isEqualTo(new Lookup<>(Lookup.State.NULL, null));
			assertThat(access().find("k2")).isEqualTo(new Lookup<>(Lookup.State.STALE, "last of k2"));
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> this.cache.peek("unknown"));
			assertThat(this.loads).hasValue(0);
			long stale = 8 * 100 * 10 + 10 + 1 + 1 + 1 + 1;
			assertThat(this.caches.counts.of(StaleReason.REDIS_AWAY)).isEqualTo(stale);
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(this.caches.counts.localHits(Lookup.State.STALE)).isEqualTo(stale));
			// Only the local level was looked at.
			assertThat(lookups()).isEqualTo(lookups);
			assertThat(log.lines()).filteredOn((line) -> line.contains("from its memory"))
				.containsExactly("WARN Cache 'c' returns values from its memory, because Redis does not answer");
		}
		Concurrently.repeat(8, 50, () -> assertThat(this.cache.get("cold", this::load)).isEqualTo("loaded 1"));
		assertThat(this.loads).hasValue(1);
	}

	private long lookups() {
		return this.caches.counts.lookups.values().stream().mapToLong((adder) -> adder.sum()).sum();
	}

	@SuppressWarnings("unchecked")
	private CacheAccess<String> access() {
		return ((CacheAccess.Owner<String>) this.cache).access();
	}

	@Test
	void answersForTheKeysOfADeadMasterAndAsksTheOthers() {
		try (RedisCluster cluster = RedisCluster.builder().setting("cluster-require-full-coverage", "no").start();
				CommandPort ports = TestPorts.open(cluster);
				TestCaches clustered = TestCaches.on(ports, "t", SETTINGS).probeEvery(INTERVAL)) {
			TypedCache<String, String> there = clustered.texts("c");
			clustered.awaitUp();
			List<String> keys = warm(clustered, there, 100);
			RedisServer dead = cluster.masterFor(clustered.valueKey("c", "k0"));
			List<String> lost = keys.stream()
				.filter((key) -> cluster.masterFor(clustered.valueKey("c", key)) == dead)
				.toList();
			dead.pause();
			await().atMost(PATIENCE).until(() -> clustered.client.localLevelState() != LocalLevelState.UP);
			Concurrently.repeat(4, 25, () -> {
				for (String key : keys) {
					assertThat(there.get(key, this::load)).isEqualTo("last of " + key);
				}
			});
			assertThat(this.loads).hasValue(0);
			assertThat(clustered.counts.of(StaleReason.REDIS_AWAY)).isGreaterThanOrEqualTo(100L * lost.size());
			dead.resume();
		}
	}

	@Test
	void loadsUnlessThereIsAWindow() {
		warm(3);
		away(RedisServer::pause);
		this.caches.tuned(SETTINGS.withLocal(LEVEL.withOutageWindow(Duration.ZERO)));
		assertThat(this.cache.get("k0", this::load)).isEqualTo("loaded 1");
		this.caches.tuned(SETTINGS);
		// What was loaded meanwhile is newer.
		assertThat(this.cache.get("k0", this::load)).isEqualTo("loaded 1");
		assertThat(this.cache.get("k1", this::load)).isEqualTo("last of k1");
		this.caches.tuned(SETTINGS.withLocal(LEVEL.withOutageWindow(Duration.ofNanos(1))));
		assertThat(this.cache.get("k1", this::load)).isEqualTo("loaded 2");
		this.caches.tuned(SETTINGS);
		assertThat(this.cache.get("k1", this::load)).isEqualTo("loaded 2");
		assertThat(this.cache.get("k2", this::load)).isEqualTo("last of k2");
	}

	@Test
	void endsWithTheWindow() {
		this.caches.tuned(SETTINGS.withLocal(LEVEL.withOutageWindow(Duration.ofSeconds(3))));
		warm(1);
		long served = System.nanoTime();
		away(RedisServer::pause);
		await().atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(20))
			.until(() -> this.cache.get("k0", this::load).equals("loaded 1"));
		assertThat(System.nanoTime() - served).isGreaterThan(Duration.ofSeconds(3).toNanos());
		assertThat(this.caches.counts.of(StaleReason.REDIS_AWAY)).isPositive();
	}

	@Test
	void keepsNoMoreThanTheLevelHas() {
		this.caches.tuned(PATIENT.withLocal(LEVEL.withMaxEntries(100)));
		List<String> keys = IntStream.range(0, 1000).mapToObj((i) -> "k" + i).toList();
		this.cache.putAll(keys.stream().collect(Collectors.toMap((key) -> key, (key) -> "last")));
		await().during(INTERVAL).until(() -> true);
		keys.forEach((key) -> this.cache.get(key, this::load));
		this.caches.tuned(SETTINGS.withLocal(LEVEL.withMaxEntries(100)));
		away(RedisServer::pause);
		keys.forEach((key) -> this.cache.get(key, this::load));
		long stale = this.caches.counts.of(StaleReason.REDIS_AWAY);
		assertThat(stale).isBetween(1L, 100L);
		assertThat(stale + this.loads.get()).isEqualTo(1000);
	}

	@Test
	void aRefusalIsAnAnswer() {
		String user = "user";
		this.server.command("ACL", "SETUSER", user, "on", ">pw", "~*", "&*", "+@all");
		try (CommandPort other = TestPorts
			.open("redis://" + user + ":pw@" + this.server.host() + ":" + this.server.port());
				TestCaches limited = this.caches.alsoOn(other)) {
			limited.tuned(PATIENT);
			limited.awaitUp();
			limited.texts("c").put("k", "last");
			await().during(INTERVAL).until(() -> true);
			assertThat(limited.texts("c").get("k", this::load)).isEqualTo("last");
			this.server.command("ACL", "SETUSER", user, "resetkeys", "resetchannels");
			await().atMost(PATIENCE).until(() -> limited.client.localLevelState() != LocalLevelState.UP);
			assertThat(limited.texts("c").get("k", this::load)).isEqualTo("loaded 1");
			assertThat(limited.counts.of(StaleReason.REDIS_AWAY)).isZero();
		}
	}

}
