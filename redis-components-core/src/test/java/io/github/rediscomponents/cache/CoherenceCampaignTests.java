// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Four processes with local levels write and read the same keys while connections are
 * killed, processes and servers are stopped, and messages are lost and late. Every read
 * that begins later than the stated bound after an invalidation returned sees what was
 * written before it.
 */
class CoherenceCampaignTests {

	private static final int PROCESSES = 4;

	private static final int SCALE = Integer.getInteger("campaign.scale", 1);

	private static final int WRITES = 2500 * SCALE;

	private static final long SEED = Long.getLong("campaign.seed", 20261123L);

	@TempDir
	Path directory;

	@Test
	void noProcessReadsWhatWasInvalidatedOnAServer() throws IOException {
		try (RedisServer server = RedisServer.start()) {
			shouldBeCoherent(server, server.uri());
		}
	}

	@Test
	void noProcessReadsWhatWasInvalidatedOnACluster() throws IOException {
		try (RedisCluster cluster = RedisCluster.start()) {
			shouldBeCoherent(cluster, String.join(",", cluster.uris().stream().map(String::valueOf).toList()));
		}
	}

	private void shouldBeCoherent(RedisDeployment redis, String uris) throws IOException {
		Path file = this.directory.resolve("truth");
		Files.write(file, new byte[CoherenceTruth.BYTES]);
		String prefix = "c" + UUID.randomUUID();
		Random random = new Random(SEED);
		List<ChildJvm> children = new ArrayList<>();
		try {
			IntStream.range(0, PROCESSES)
				.forEach((i) -> children
					.add(ChildJvm.start(CoherenceChild.class, uris, prefix, file.toString(), String.valueOf(i),
							String.valueOf(PROCESSES), String.valueOf(WRITES), String.valueOf(SEED + i))));
			children.forEach((child) -> child.awaitLine("READY"::equals));
			children.forEach((child) -> child.send("GO"));
			int faults = 0;
			while (children.stream().anyMatch((child) -> !isDone(child))) {
				fault(redis, children, random);
				faults++;
			}
			List<String> results = children.stream()
				.map((child) -> child.awaitLine((line) -> line.startsWith("DONE")))
				.toList();
			System.out.println("Coherence, seed " + SEED + ", " + PROCESSES * WRITES + " writes, " + faults
					+ " faults: " + results);
			assertThat(results).allSatisfy((line) -> assertThat(line).contains(" 0 stale"));
			assertThat(children).flatMap(ChildJvm::lines).noneMatch((line) -> line.startsWith("STALE"));
		}
		finally {
			children.forEach(ChildJvm::close);
		}
	}

	private static boolean isDone(ChildJvm child) {
		return !child.isRunning() || child.lines().stream().anyMatch((line) -> line.startsWith("DONE"));
	}

	private static void fault(RedisDeployment redis, List<ChildJvm> children, Random random) {
		pass(200 + random.nextInt(800));
		RedisServer node = redis.nodes().get(random.nextInt(redis.nodes().size()));
		ChildJvm child = children.get(random.nextInt(children.size()));
		switch (random.nextInt(4)) {
			case 0 -> node.command("CLIENT", "KILL", "TYPE", "pubsub");
			case 1 -> node.command("CLIENT", "KILL", "TYPE", "normal");
			case 2 -> {
				if (!isDone(child)) {
					child.pause();
					pass(random.nextInt(2500));
					child.resume();
				}
			}
			default -> {
				node.pause();
				pass(random.nextInt(700));
				node.resume();
			}
		}
	}

	private static void pass(int millis) {
		await().pollDelay(Duration.ofMillis(millis)).atMost(Duration.ofMinutes(1)).until(() -> true);
	}

}
