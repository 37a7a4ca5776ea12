package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Three processes work on 2,000 tasks while one of them is killed three times; with
 * {@code -Dcampaign.scale=10} on 100,000 with twenty kills.
 */
class TaskCampaignTests {

	private static final int SCALE = Integer.getInteger("campaign.scale", 1);

	private static final int KILLS = (SCALE > 1) ? 2 * SCALE : 3;

	private static final int TASKS = (SCALE > 1) ? 10_000 * SCALE : 2_000;

	private static final Duration PATIENCE = Duration.ofMinutes(5);

	@Test
	void killedProcessesLoseNothingAndRepeatAtMostWhatTheyHad() {
		List<ChildJvm> children = new ArrayList<>();
		long inFlight = 0;
		try (RedisServer server = RedisServer.start();
				RedisPort port = TestPorts.open(server);
				Background background = new Background()) {
			StreamQueues streams = StreamQueues.create(port, new KeySpace("campaign"), ValueCodecs.json(), background,
					new LiveSettings<>(Map.of()));
			TaskQueue<String> tasks = TaskWorker.tasks(streams);
			IntStream.range(0, 3).forEach((i) -> children.add(start(server)));
			int published = 0;
			for (int kill = 1; kill <= KILLS; kill++) {
				int until = (int) ((long) TASKS * kill / KILLS);
				int before = published;
				tasks.enqueueAll(IntStream.range(published, until).mapToObj(String::valueOf).toList());
				published = until;
				await().atMost(PATIENCE)
					.pollInterval(Duration.ofMillis(5))
					.until(() -> done(server) > before + (until - before) / 4);
				ChildJvm victim = children.remove(0);
				victim.kill();
				inFlight += pending(server, victim.pid());
				children.add(start(server));
			}
			await().atMost(PATIENCE).until(() -> tasks.stats().depth() == 0);
			children.forEach((child) -> child.send("finish"));
			children.forEach((child) -> {
				assertThat(child.waitFor(PATIENCE)).as(child.output()).isZero();
				assertThat(child.lines()).contains("clean");
			});
			List<?> counts = Objects.requireNonNull((List<?>) server.command("HVALS", TaskWorker.DONE));
			long worked = counts.stream().mapToLong((count) -> Long.parseLong(String.valueOf(count))).sum();
			System.out.println("TaskQueue: " + TASKS + " tasks, " + KILLS + " kills, " + (TASKS - counts.size())
					+ " lost, " + (worked - TASKS) + " twice, " + inFlight + " were in flight at the kills, "
					+ tasks.deadLetters().size() + " dead");
			assertThat(counts).hasSize(TASKS);
			assertThat(worked - TASKS).isBetween(0L, inFlight);
			assertThat(inFlight).isPositive();
			assertThat(tasks.deadLetters().size()).isZero();
			assertThat(Long.parseLong(String.valueOf(server.command("MEMORY", "USAGE", "campaign:task:{work}"))))
				.isLessThanOrEqualTo(4096);
		}
		finally {
			children.forEach(ChildJvm::close);
		}
	}

	private static ChildJvm start(RedisServer server) {
		ChildJvm child = ChildJvm.start(TaskWorker.class, server.uri());
		child.awaitLine("ready"::equals, PATIENCE);
		return child;
	}

	private static long done(RedisServer server) {
		return Long.parseLong(String.valueOf(server.command("HLEN", TaskWorker.DONE)));
	}

	/** What the server knows to be with a dead process. */
	private static long pending(RedisServer server, long pid) {
		long pending = 0;
		for (Object consumer : Objects
			.requireNonNull((List<?>) server.command("XINFO", "CONSUMERS", "campaign:task:{work}", "workers"))) {
			List<?> fields = (List<?>) consumer;
			if (String.valueOf(fields.get(1)).startsWith(pid + "-")) {
				pending += Long.parseLong(String.valueOf(fields.get(3)));
			}
		}
		return pending;
	}

}
