// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.ScheduleRequest;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Three processes consume tasks that are due one after the other, while one of them is
 * killed three times; with {@code -Dcampaign.scale=10} twenty times.
 */
class DelayCampaignTests {

	private static final int SCALE = Integer.getInteger("campaign.scale", 1);

	private static final int KILLS = (SCALE > 1) ? 2 * SCALE : 3;

	private static final int TASKS_EACH = 2000;

	/** Come while a process stands still, which has fewer of them in its hands. */
	private static final int TASKS_MORE = 400;

	private static final Duration PATIENCE = Duration.ofMinutes(5);

	@Test
	void killedProcessesLoseNothingAndHandNothingOverEarlyOrTwice() {
		List<ChildJvm> children = new ArrayList<>();
		Random random = new Random(3);
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.open(server);
				Background background = new Background()) {
			DelayQueue<String> queue = queue(port, background);
			IntStream.range(0, 3).forEach((i) -> children.add(start(server)));
			connect(port);
			for (int kill = 1; kill <= KILLS; kill++) {
				long base = serverMillis(server) + 2000;
				List<ScheduleRequest<String>> requests = new ArrayList<>();
				for (int i = 0; i < TASKS_EACH; i++) {
					long due = base + random.nextInt(3000);
					requests.add(ScheduleRequest.at(String.valueOf(due), Instant.ofEpochMilli(due)));
				}
				queue.scheduleAll(requests);
				int until = TASKS_EACH * kill;
				await().atMost(PATIENCE).until(() -> counted(server, DelayWorker.DONE).size() > until - TASKS_EACH / 2);
				ChildJvm victim = children.remove(random.nextInt(3));
				victim.kill();
				children.add(start(server));
			}
			await().atMost(PATIENCE).until(() -> queue.size() == 0 && queue.stats().depth() == 0);
			children.forEach((child) -> child.send("finish"));
			children.forEach((child) -> {
				assertThat(child.waitFor(PATIENCE)).as(child.output()).isZero();
				assertThat(child.lines()).contains("clean");
			});
			List<Long> done = counted(server, DelayWorker.DONE);
			long worked = done.stream().mapToLong(Long::longValue).sum();
			List<Long> late = counted(server, DelayWorker.LATE).stream().sorted().toList();
			int tasks = TASKS_EACH * KILLS;
			System.out.println("DelayQueue: " + tasks + " tasks, " + KILLS + " kills, " + (tasks - done.size())
					+ " lost, " + (worked - tasks) + " worked on twice; lateness p50 " + late.get(tasks / 2) + ", p99 "
					+ late.get(tasks * 99 / 100) + ", least " + late.get(0) + " ms");
			assertThat(done).hasSize(tasks);
			assertThat(late.get(0)).isNotNegative();
			// In the hands of a killed process were at most four and what it held ready.
			assertThat(worked - tasks).isBetween(0L, KILLS * 8L);
			assertThat(queue.deadLetters().size()).isZero();
		}
		finally {
			children.forEach(ChildJvm::close);
		}
	}

	@Test
	void aProcessThatStandsStillHoldsNothingUp() {
		List<ChildJvm> children = new ArrayList<>();
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.open(server);
				Background background = new Background()) {
			DelayQueue<String> queue = queue(port, background);
			IntStream.range(0, 2).forEach((i) -> children.add(start(server)));
			connect(port);
			schedule(queue, server, TASKS_EACH);
			for (ChildJvm child : children) {
				await().atMost(PATIENCE).until(() -> !counted(server, DelayWorker.DONE).isEmpty());
				child.pause();
				int before = counted(server, DelayWorker.DONE).size();
				// All that came before may be done.
				schedule(queue, server, TASKS_MORE);
				await().atMost(PATIENCE).until(() -> counted(server, DelayWorker.DONE).size() > before + 300);
				child.resume();
			}
			await().atMost(PATIENCE).until(() -> queue.size() == 0 && queue.stats().depth() == 0);
			List<Long> late = counted(server, DelayWorker.LATE).stream().sorted().toList();
			System.out.println("DelayQueue: of two processes each stood still once; lateness p50 "
					+ late.get(late.size() / 2) + ", max " + late.get(late.size() - 1) + " ms");
			assertThat(late).hasSize(TASKS_EACH + children.size() * TASKS_MORE);
			assertThat(late.get(0)).isNotNegative();
		}
		finally {
			children.forEach(ChildJvm::close);
		}
	}

	/** From a second or two after now, one every two milliseconds. */
	private static void schedule(DelayQueue<String> queue, RedisServer server, int tasks) {
		long base = serverMillis(server) + 2000;
		queue.scheduleAll(IntStream.range(0, tasks)
			.mapToObj((i) -> ScheduleRequest.at(String.valueOf(base + 2L * i), Instant.ofEpochMilli(base + 2L * i)))
			.toList());
	}

	private static DelayQueue<String> queue(CommandPort port, Background background) {
		return DelayWorker.delays(StreamQueues.create(port, new KeySpace("campaign"), ValueCodecs.json(), background,
				new LiveSettings<>(Map.of())));
	}

	/** The first call takes longer than the tasks have time. */
	private static void connect(CommandPort port) {
		port.withTimeout(PATIENCE).call((commands) -> commands.ping());
	}

	private static ChildJvm start(RedisServer server) {
		ChildJvm child = ChildJvm.start(DelayWorker.class, server.uri());
		child.awaitLine("ready"::equals);
		return child;
	}

	private static List<Long> counted(RedisServer server, String key) {
		return Objects.requireNonNull((List<?>) server.command("HVALS", key))
			.stream()
			.map((value) -> Long.valueOf(String.valueOf(value)))
			.toList();
	}

	private static long serverMillis(RedisServer server) {
		List<?> time = Objects.requireNonNull((List<?>) server.command("TIME"));
		return Long.parseLong(String.valueOf(time.get(0))) * 1000;
	}

}
