// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Three processes work on tasks while one of them after the other is killed: first only
 * that, then with a restarted server ({@code appendfsync everysec}), then with a
 * FLUSHALL. Nothing is lost but what the FLUSHALL destroyed, at most what was in flight
 * is worked on twice, and it goes on within two seconds.
 *
 * <p>
 * 3,000 tasks in all; with {@code -Dcampaign.scale=10} three times 100,000 with twenty
 * kills each, five restarts and five FLUSHALLs. {@code -Dcampaign.seed} repeats the
 * choices of a run.
 */
class TaskCampaignTests {

	private static final int SCALE = Integer.getInteger("campaign.scale", 1);

	private static final long SEED = Long.getLong("campaign.seed", new SplittableRandom().nextLong(1L << 40));

	private static final int TASKS = (SCALE > 1) ? 10_000 * SCALE : 1_000;

	/** A fault of the server comes with every so many kills. */
	private static final int EVERY = (SCALE > 1) ? 4 : 1;

	private static final Duration PATIENCE = Duration.ofMinutes(5);

	/**
	 * Two seconds, and what a busy machine adds. The short form runs beside other tests,
	 * where four processes may get no processor for long.
	 */
	private static final Duration RESUMED = Duration.ofSeconds((SCALE > 1) ? 5 : 60);

	private static final String KEY = "campaign:task:{work}";

	private static final String FLUSH = "local all = redis.call('XRANGE', KEYS[1], '-', '+') "
			+ "for i = 1, #all do all[i] = all[i][2][2] end redis.call('FLUSHALL') return all";

	private static final String ENQUEUE = "for i = tonumber(ARGV[1]), tonumber(ARGV[2]) - 1 do "
			+ "redis.call('XADD', KEYS[1], '*', 'v', tostring(i)) end";

	@TempDir
	Path folder;

	private final List<Long> victims = new ArrayList<>();

	private final SplittableRandom random = new SplittableRandom(SEED);

	@ParameterizedTest
	@EnumSource
	void nothingIsLostAndAtMostWhatWasInFlightIsWorkedOnTwice(Topology topology) {
		System.out.println("Task campaign on " + topology + ": -Dcampaign.seed=" + SEED + " -Dcampaign.scale=" + SCALE);
		try (RedisDeployment redis = topology.start();
				// Connecting for the first time takes long on a busy machine.
				CommandPort port = TestPorts.open(redis.uris(), Duration.ofSeconds(30));
				Background background = new Background()) {
			RedisServer server = redis.masterFor(KEY);
			StreamQueues streams = StreamQueues.create(port, new KeySpace("campaign"), ValueCodecs.json(), background,
					new LiveSettings<>(Map.of()));
			TaskQueue<Integer> tasks = TaskWorker.tasks(streams);
			assertThat(tasks.stats().depth()).isZero();
			long connections = connections(server);
			try (TaskWorkers workers = new TaskWorkers(redis.uris(), this.folder)) {
				leg("kills", Fault.NONE, server, tasks, workers, 0);
				leg("kills and restarts", Fault.RESTART, server, tasks, workers, TASKS);
				leg("kills and FLUSHALL", Fault.FLUSH, server, tasks, workers, 2 * TASKS);
				// The living come back with their next task; 6.2 forgets them meanwhile.
				await().atMost(PATIENCE)
					.until(() -> this.victims.stream().noneMatch((victim) -> isConsumer(server, victim)));
				workers.finish();
				System.out.println("  JVMs started " + workers.started());
			}
			assertThat(tasks.stats()).isEqualTo(new QueueStats(0, 0, 0, 0, Duration.ZERO, 0, 0, 0, false));
			long memory = Long.parseLong(String.valueOf(server.command("MEMORY", "USAGE", KEY)));
			System.out.println("  afterwards: stream " + memory + " bytes, pending 0, consumers 0");
			assertThat(memory).isLessThanOrEqualTo(2048);
			if (topology == Topology.ONE_SERVER) {
				// To the nodes of a cluster the producer connects as it learns of them.
				await().atMost(PATIENCE).untilAsserted(() -> assertThat(connections(server)).isEqualTo(connections));
			}
		}
	}

	private void leg(String name, Fault fault, RedisServer server, TaskQueue<Integer> tasks, TaskWorkers workers,
			int first) {
		long began = System.nanoTime();
		TaskLeg leg = new TaskLeg(first, TASKS);
		int kills = (SCALE > 1) ? 2 * SCALE : (fault == Fault.NONE) ? 2 : 1;
		for (int kill = 1; kill <= kills; kill++) {
			int from = leg.published;
			int until = first + (int) ((long) TASKS * kill / kills);
			boolean strikes = fault != Fault.NONE && kill % EVERY == 0;
			enqueue(tasks, leg, strikes ? (from + until) / 2 : until);
			long left = (leg.published - from) * 3L / 4;
			await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> tasks.stats().depth() < left);
			long before = System.nanoTime();
			long victim = workers.kill(this.random);
			this.victims.add(victim);
			leg.kills++;
			int pending = pending(server, victim);
			// Later the others may have taken over what was with it.
			boolean known = System.nanoTime() - before < TaskWorker.VISIBILITY.toNanos() / 2;
			leg.inFlight += known ? pending : TaskWorker.MOST;
			if (strikes) {
				leg.resumed(strike(fault, server, workers, leg, until, () -> enqueue(tasks, leg, until)));
			}
		}
		await().atMost(PATIENCE).until(() -> tasks.stats().depth() == 0);
		leg.count(workers.times(leg.published));
		System.out.println(leg.report(name, System.nanoTime() - began));
		assertThat(leg.lost).isZero();
		assertThat(leg.twice).isBetween(0L, leg.inFlight);
		assertThat(SCALE == 1 || leg.inFlight > 0).isTrue();
		assertThat(leg.longest).isLessThan(RESUMED);
		assertThat(tasks.deadLetters().size()).isZero();
	}

	private static void enqueue(TaskQueue<Integer> tasks, TaskLeg leg, int until) {
		tasks.enqueueAll(IntStream.range(leg.published, until).boxed().toList());
		leg.published = until;
	}

	/** How long it took until something was worked on that was delivered afterwards. */
	private static long strike(Fault fault, RedisServer server, TaskWorkers workers, TaskLeg leg, int until,
			Runnable enqueueRest) {
		int most = TaskWorkers.COUNT * TaskWorker.MOST;
		long worked;
		long from;
		if (fault == Fault.RESTART) {
			server.stop();
			worked = workers.worked();
			server.restart();
			// A node of a cluster takes its time until it takes part again.
			await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> serves(server));
			from = System.nanoTime();
			leg.inFlight += most;
			// What was there may have been worked on before the server was stopped; and
			// publishers may need a moment more to connect again.
			server.command("EVAL", ENQUEUE, "1", KEY, String.valueOf(leg.published), String.valueOf(until));
			leg.published = until;
		}
		else {
			List<?> destroyed = Objects.requireNonNull((List<?>) server.command("EVAL", FLUSH, "1", KEY));
			from = System.nanoTime();
			worked = workers.worked();
			destroyed.forEach((task) -> leg.destroyed.add(Integer.valueOf(String.valueOf(task))));
			enqueueRest.run();
		}
		await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> workers.worked() > worked + most);
		return System.nanoTime() - from;
	}

	private static boolean serves(RedisServer server) {
		String info = String.valueOf(server.command("INFO", "cluster"));
		return !info.contains("cluster_enabled:1")
				|| String.valueOf(server.command("CLUSTER", "INFO")).contains("cluster_state:ok");
	}

	private static long connections(RedisServer server) {
		return String.valueOf(server.command("CLIENT", "LIST")).lines().count();
	}

	private static boolean isConsumer(RedisServer server, long pid) {
		return Objects.requireNonNull((List<?>) server.command("XINFO", "CONSUMERS", KEY, "workers"))
			.stream()
			.anyMatch((consumer) -> String.valueOf(((List<?>) consumer).get(1)).startsWith(pid + "-"));
	}

	/** What the server knows to be with a dead process. */
	private static int pending(RedisServer server, long pid) {
		int pending = 0;
		for (Object consumer : Objects.requireNonNull((List<?>) server.command("XINFO", "CONSUMERS", KEY, "workers"))) {
			List<?> fields = (List<?>) consumer;
			if (String.valueOf(fields.get(1)).startsWith(pid + "-")) {
				pending += Integer.parseInt(String.valueOf(fields.get(3)));
			}
		}
		return pending;
	}

	private enum Topology {

		ONE_SERVER {
			@Override
			RedisDeployment start() {
				return RedisServer.builder().setting("appendonly", "yes").setting("appendfsync", "everysec").start();
			}
		},

		CLUSTER {
			@Override
			RedisDeployment start() {
				return RedisCluster.builder().setting("appendonly", "yes").setting("appendfsync", "everysec").start();
			}
		};

		abstract RedisDeployment start();

	}

	private enum Fault {

		NONE, RESTART, FLUSH

	}

}
