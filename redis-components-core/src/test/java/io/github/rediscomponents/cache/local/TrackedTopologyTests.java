// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.local;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.bus.CoherenceGround;
import io.github.rediscomponents.support.ShiftingCluster;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A local level with tracking while masters and slots of a cluster change, of which its
 * client is not told.
 */
@Timeout(240)
class TrackedTopologyTests {

	private static final Duration INTERVAL = Duration.ofMillis(300);

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final List<String> TEXTS = IntStream.range(0, 30).mapToObj((i) -> "k" + i).toList();

	private final ObservedTracking tracking = new ObservedTracking();

	private int version;

	@Test
	void servesNothingOldAfterMastersAndSlotsChanged() {
		try (ShiftingCluster cluster = ShiftingCluster.start();
				CommandPort port = TestPorts.open(cluster.uris(), Duration.ofSeconds(30));
				CommandPort writer = TestPorts.open(cluster.uris(), Duration.ofSeconds(30));
				TestCaches reading = TestCaches.on(this.tracking.on(port), "t", TrackedFixture.TRACKED)
					.probeEvery(INTERVAL);
				TestCaches writing = TestCaches.on(writer, "t", TestCaches.SETTINGS)) {
			List<Runnable> changes = List.of(() -> cluster.reshard(0, 1, 20), () -> cluster.handOver(0),
					() -> cluster.replace(2, (old, next) -> old.kill()), () -> cluster.reshard(1, 2, 20));
			for (Runnable change : changes) {
				keepAll(writing, reading);
				change.run();
				changeAll(writing, reading);
			}
		}
	}

	@Test
	void servesNothingOldFromAMasterThatWasAdded() {
		try (RedisCluster cluster = RedisCluster.start();
				RedisServer added = RedisServer.builder()
					.setting("cluster-enabled", "yes")
					.setting("cluster-config-file", "nodes.conf")
					.setting("cluster-announce-ip", "127.0.0.1")
					.start();
				CommandPort port = TestPorts.open(cluster);
				CommandPort writer = TestPorts.open(cluster);
				TestCaches reading = TestCaches.on(this.tracking.on(port), "t", TrackedFixture.TRACKED)
					.probeEvery(INTERVAL);
				TestCaches writing = TestCaches.on(writer, "t", TestCaches.SETTINGS)) {
			List<RedisServer> all = new ArrayList<>(cluster.nodes());
			all.add(added);
			cluster.nodes()
				.forEach((node) -> added.command("CLUSTER", "MEET", node.host(), String.valueOf(node.port())));
			CoherenceGround.until(() -> all.stream().allMatch(TrackedTopologyTests::isMemberOfFour));
			keepAll(writing, reading);
			for (String text : TEXTS) {
				String key = reading.valueKey("c", text);
				int slot = Integer.parseInt(String.valueOf(added.command("CLUSTER", "KEYSLOT", key)));
				ShiftingCluster.move(slot, cluster.masterFor(key), added, all);
			}
			changeAll(writing, reading);
			await().untilAsserted(() -> assertThat(this.tracking.losses).contains("the masters are others"));
			keepAll(writing, reading);
			changeAll(writing, reading);
		}
	}

	private static boolean isMemberOfFour(RedisServer node) {
		String info = String.valueOf(node.command("CLUSTER", "INFO"));
		return info.contains("cluster_state:ok") && info.contains("cluster_known_nodes:4");
	}

	/** Each value is in the memory of the reader. */
	private void keepAll(TestCaches writing, TestCaches reading) {
		this.version++;
		put(writing);
		await().atMost(PATIENCE).ignoreExceptions().until(() -> {
			reading.texts("c").get("k0", (key) -> "?");
			return reading.client.localLevelState() == LocalLevelState.UP;
		});
		await().atMost(PATIENCE).ignoreExceptions().until(() -> {
			long before = reading.counts.of(Lookup.State.FRESH);
			return isEachCurrent(reading) && reading.counts.of(Lookup.State.FRESH) == before;
		});
	}

	/** The reader sees other values, and serves them from its memory again. */
	private void changeAll(TestCaches writing, TestCaches reading) {
		this.version++;
		put(writing);
		await().atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(5))
			.ignoreExceptions()
			.until(() -> isEachCurrent(reading));
		await().atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(5))
			.ignoreExceptions()
			.until(() -> isEachCurrent(reading) && reading.client.localLevelState() == LocalLevelState.UP);
		for (int i = 0; i < 20; i++) {
			assertThat(isEachCurrent(reading)).isTrue();
		}
	}

	private boolean isEachCurrent(TestCaches reading) {
		return TEXTS.stream().allMatch((text) -> reading.texts("c").get(text, (key) -> "?").equals(value(text)));
	}

	private void put(TestCaches writing) {
		TEXTS.forEach((text) -> await().atMost(PATIENCE).ignoreExceptions().until(() -> {
			writing.texts("c").put(text, value(text));
			return true;
		}));
	}

	private String value(String text) {
		return text + " of version " + this.version;
	}

}
