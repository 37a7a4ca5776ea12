// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisReplication;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * How consumption begins without a server, goes on after its restarts and moves, and what
 * it leaves behind.
 */
@Timeout(180)
class StreamQueueLifeTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final WorkQueueSettings SETTINGS = StreamQueueFixture.QUICK;

	@Test
	void leavesNoThreadAndNoConnectionBehind() {
		Set<Thread> workers = ConcurrentHashMap.newKeySet();
		ThreadFactory factory = (task) -> {
			Thread thread = new Thread(task, "drained");
			workers.add(thread);
			return thread;
		};
		try (RedisServer server = RedisServer.start()) {
			long connections = connections(server);
			Background background = new Background(factory);
			try (CommandPort port = TestPorts.open(server)) {
				Set<String> seen = ConcurrentHashMap.newKeySet();
				List<StreamQueues> processes = IntStream.range(0, 3)
					.mapToObj((i) -> streams(port, background))
					.toList();
				for (StreamQueues process : processes) {
					queue(process).subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.concurrency(4));
				}
				StreamQueue<String> queue = queue(processes.get(0));
				queue.publishAll(StreamQueueTests.numbers(10_000));
				await().atMost(PATIENCE).until(() -> seen.size() == 10_000);
				// One for commands, and one to read for each of the three.
				assertThat(connections(server)).isEqualTo(connections + 1 + 3);
				processes.forEach((process) -> assertThat(process.stop(PATIENCE)).isTrue());
				await().atMost(PATIENCE)
					.untilAsserted(() -> assertThat(connections(server)).isEqualTo(connections + 1));
				assertThat(queue.stats()).isEqualTo(new QueueStats(0, 0, 0, 0, Duration.ZERO, 0, 0, 0, false));
				assertThat((List<?>) server.command("XINFO", "CONSUMERS", queue.streamKey(), "workers")).isEmpty();
				assertThat(Long.parseLong(String.valueOf(server.command("MEMORY", "USAGE", queue.streamKey()))))
					.isLessThanOrEqualTo(2048);
				assertThat((List<?>) server.command("KEYS", "*")).hasSize(1);
			}
			background.close();
			await().atMost(PATIENCE).untilAsserted(() -> assertThat(connections(server)).isEqualTo(connections));
			assertThat(workers).isNotEmpty();
			await().atMost(PATIENCE).until(() -> workers.stream().noneMatch(Thread::isAlive));
		}
	}

	@Test
	void beginsWhenRedisCanBeReached() {
		try (RedisServer server = RedisServer.start(); Background background = new Background()) {
			server.stop();
			try (CommandPort port = TestPorts.open(server)) {
				StreamQueues streams = streams(port, background);
				Queue<String> seen = new ConcurrentLinkedQueue<>();
				queue(streams).subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
				server.restart();
				server.command("XADD", queue(streams).streamKey(), "*", "v", "a");
				long from = System.nanoTime();
				await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> seen.contains("a"));
				assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(StreamQueueFixture.SOON);
				assertThat(streams.stop(PATIENCE)).isTrue();
			}
		}
	}

	@Test
	void resumesWithinTwoSecondsAfterRestartsWhateverItsHandlersThrow() {
		try (RedisServer server = RedisServer.builder().setting("appendonly", "yes").start();
				Background background = new Background();
				CommandPort port = TestPorts.open(server)) {
			StreamQueues streams = streams(port, background);
			Queue<String> seen = new ConcurrentLinkedQueue<>();
			queue(streams).subscribe((delivery) -> {
				seen.add(delivery.value());
				throw new AssertionError("whatever");
			}, SubscribeOptions.DEFAULTS);
			for (int i = 0; i < 3; i++) {
				String message = "m" + i;
				server.command("XADD", queue(streams).streamKey(), "*", "v", message, "a", "1");
				await().atMost(PATIENCE).until(() -> seen.contains(message));
				server.stop();
				server.restart();
				String after = "after" + i;
				server.command("XADD", queue(streams).streamKey(), "*", "v", after, "a", "1");
				long from = System.nanoTime();
				await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> seen.contains(after));
				assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(StreamQueueFixture.SOON);
			}
			await().atMost(PATIENCE).until(() -> queue(streams).deadLetters().size() == 6);
			assertThat(streams.stop(PATIENCE)).isTrue();
		}
	}

	@Test
	void readsFromAPrimaryThatWasPromotedByHandWhileTheOldOneServes() {
		try (RedisReplication redis = RedisReplication.builder().replicas(1).start();
				Background background = new Background();
				CommandPort port = TestPorts.open(redis, Duration.ofSeconds(1))) {
			StreamQueues streams = streams(port, background);
			Queue<String> seen = new ConcurrentLinkedQueue<>();
			queue(streams).subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
			for (int i = 0; i < 3; i++) {
				String message = "m" + i;
				await().atMost(PATIENCE).ignoreExceptions().until(() -> {
					queue(streams).publish(message, PublishOptions.id(message));
					return true;
				});
				await().atMost(PATIENCE).until(() -> seen.contains(message));
				redis.failover();
			}
			assertThat(streams.stop(PATIENCE)).isTrue();
		}
	}

	private static StreamQueues streams(CommandPort port, Background background) {
		return StreamQueues.create(port, new KeySpace("test"), ValueCodecs.json(), background,
				new LiveSettings<>(Map.of()));
	}

	private static StreamQueue<String> queue(StreamQueues streams) {
		return streams.get("life", String.class, SETTINGS);
	}

	private static long connections(RedisServer server) {
		return String.valueOf(server.command("CLIENT", "LIST")).lines().count();
	}

}
