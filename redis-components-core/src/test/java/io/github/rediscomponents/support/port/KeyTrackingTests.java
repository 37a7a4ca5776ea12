// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.link.KeyTracking;
import io.github.rediscomponents.test.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Keys that are tracked one after the other, and no longer.
 */
@Timeout(240)
class KeyTrackingTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final RedisServer server = RedisServer.start();

	private final CommandPort port = TestPorts.open(this.server);

	private final Heard heard = new Heard();

	private final KeyTracking tracking = this.port.tracking(this.heard);

	@AfterEach
	void close() {
		this.tracking.close();
		this.port.close();
		this.server.close();
	}

	@Test
	void tracksMoreKeysOnTheSameConnection() {
		this.tracking.track(Set.of("a:"));
		awaitTracked("a:");
		List<String> connections = connections();
		assertThat(connections).hasSize(1);
		this.tracking.track(Set.of("a:", "b:"));
		awaitTracked("b:");
		set("a:1", "b:1", "c:1", "a:2");
		assertThat(this.heard.changed).containsExactlyInAnyOrder("a:1", "b:1", "a:2");
		assertThat(connections()).isEqualTo(connections);
		assertThat(this.heard.lost).isEmpty();
	}

	@Test
	void tracksAgainWhatWasLeftOut() {
		this.tracking.track(Set.of("a:", "b:"));
		awaitTracked("a:", "b:");
		this.tracking.track(Set.of("a:"));
		this.tracking.track(Set.of("a:", "b:"));
		assertThat(this.heard.tracked).contains("b:");
		set("b:1", "a:2");
		assertThat(this.heard.changed).contains("b:1");
		assertThat(this.heard.lost).isEmpty();
	}

	@Test
	void hasNoConnectionWhileNothingIsTracked() {
		for (int i = 0; i < 20; i++) {
			this.heard.tracked.clear();
			this.tracking.track(Set.of("a:"));
			awaitTracked("a:");
			set("a:" + i);
			this.tracking.track(Set.of());
			assertThat(this.tracking.nodes()).isEmpty();
			await().atMost(PATIENCE).until(() -> connections().isEmpty());
		}
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(this.heard.lost).hasSize(20));
	}

	@Test
	void saysWhyKeysAreNotTracked() {
		this.tracking.track(Set.of("a:", "a:b"));
		await().atMost(PATIENCE)
			.until(() -> this.heard.lost.stream().anyMatch((reason) -> reason.contains("overlaps")));
		assertThat(this.heard.tracked).isEmpty();
		this.tracking.track(Set.of("a:"));
		awaitTracked("a:");
	}

	@Test
	void hearsOfAnEmptiedDatabaseAndOfALostConnection() {
		this.tracking.track(Set.of("a:"));
		awaitTracked("a:");
		this.server.command("FLUSHALL");
		await().atMost(PATIENCE).until(() -> this.heard.changed.contains("flushed"));
		this.heard.tracked.clear();
		this.server.command("CLIENT", "KILL", "ID", connections().get(0));
		awaitTracked("a:");
		assertThat(this.heard.lost).anyMatch((reason) -> reason.contains("lost"));
	}

	private void awaitTracked(String... prefixes) {
		await().atMost(PATIENCE).until(() -> this.heard.tracked.containsAll(List.of(prefixes)));
	}

	/** Returns when the last one is heard of. */
	private void set(String... keys) {
		for (String key : keys) {
			this.server.command("SET", key, "v");
		}
		await().atMost(PATIENCE).until(() -> this.heard.changed.contains(keys[keys.length - 1]));
	}

	/** The ids of those that track keys. */
	private List<String> connections() {
		return Arrays.stream(String.valueOf(this.server.command("CLIENT", "LIST")).split("\n"))
			.filter((line) -> line.matches(".* flags=\\w*B.*"))
			.map((line) -> line.substring(line.indexOf('=') + 1, line.indexOf(' ')))
			.toList();
	}

	private static final class Heard implements KeyTracking.Listener {

		private final Queue<String> changed = new ConcurrentLinkedQueue<>();

		private final Queue<String> tracked = new ConcurrentLinkedQueue<>();

		private final Queue<String> lost = new ConcurrentLinkedQueue<>();

		@Override
		public void changed(String node, String key) {
			this.changed.add(key);
		}

		@Override
		public void flushed() {
			this.changed.add("flushed");
		}

		@Override
		public void tracked(Set<String> prefixes) {
			this.tracked.addAll(prefixes);
		}

		@Override
		public void lost(String reason) {
			this.lost.add(reason);
		}

	}

}
