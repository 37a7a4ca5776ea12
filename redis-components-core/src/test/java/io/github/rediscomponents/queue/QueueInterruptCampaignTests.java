// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.limit.LimitQueueSettings;
import io.github.rediscomponents.limit.LimitQueues;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.delay.ScheduleRequest;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.support.InterruptStorm;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Threads of two processes put tasks into queues and take them out, and are interrupted
 * at random moments. In the end each task was done exactly once: none is lost, and none
 * belongs to a thread that does not know, because the visibility is so long that it would
 * not be delivered again.
 *
 * <p>
 * 60 interrupts each way; with {@code -Dcampaign.scale=N} N times as many.
 * {@code -Dcampaign.seed} repeats the choices of a run.
 */
class QueueInterruptCampaignTests {

	private static final int SCALE = Integer.getInteger("campaign.scale", 1);

	private static final long SEED = Long.getLong("campaign.seed", new SplittableRandom().nextLong(1L << 40));

	private static final int EACH = 60;

	private static final int THREADS = 6;

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	/** So that what is left when the storm is over is soon done. */
	private static final int BACKLOG = 1000;

	private static final Duration MOMENT = Duration.ofMillis(100);

	/** What belongs to no process stays away. */
	private static final WorkQueueSettings SETTINGS = WorkQueueSettings.defaults()
		.withVisibility(Duration.ofMinutes(30))
		.withMaxDeliveries(1000)
		.withBackoff(Duration.ZERO, Duration.ZERO);

	private final SplittableRandom random = new SplittableRandom(SEED);

	private final List<Process> processes = new ArrayList<>();

	private final AtomicInteger next = new AtomicInteger();

	private final Set<Integer> put = ConcurrentHashMap.newKeySet();

	private final Map<Integer, Integer> done = new ConcurrentHashMap<>();

	private RedisServer server;

	private CommandPort port;

	@BeforeEach
	void start() {
		this.server = RedisServer.start();
		this.port = TestPorts.open(this.server.uri(), PATIENCE);
		for (int i = 0; i < 2; i++) {
			this.processes.add(new Process(this.port));
		}
	}

	@AfterEach
	void stop() {
		this.processes.forEach(Process::close);
		this.port.close();
		this.server.close();
	}

	@ParameterizedTest
	@EnumSource
	void everyTaskIsDoneOnceWheneverAThreadIsInterrupted(Way way) throws Exception {
		InterruptStorm storm = new InterruptStorm(this.random, "-Dcampaign.seed=" + SEED);
		for (int i = 0; i < THREADS; i++) {
			Process process = this.processes.get(i % 2);
			SplittableRandom choices = this.random.split();
			storm.add(way + "-takes-" + i, () -> way.take(this, process, storm, choices));
		}
		for (Process process : this.processes) {
			SplittableRandom choices = this.random.split();
			storm.add(way + "-puts", () -> {
				if (this.put.size() - this.done.size() < BACKLOG) {
					way.put(this, process);
				}
				LockSupport.parkNanos(choices.nextLong(TimeUnit.MICROSECONDS.toNanos(1000)));
			});
		}
		storm.run(EACH * SCALE);
		// No thread is interrupted any more.
		InterruptStorm calm = new InterruptStorm(this.random, "");
		long deadline = System.nanoTime() + PATIENCE.toNanos();
		Concurrently.run(THREADS, () -> {
			SplittableRandom choices = new SplittableRandom();
			for (int i = 0; this.done.size() < this.put.size() && deadline - System.nanoTime() > 0; i++) {
				way.take(this, this.processes.get(i % 2), calm, choices);
			}
		});
		assertThat(this.done.keySet()).isEqualTo(this.put);
		assertThat(this.done.values()).as("seed " + SEED).containsOnly(1);
		for (Process process : this.processes) {
			await().atMost(PATIENCE).untilAsserted(() -> {
				assertThat(process.tasks.stats()).matches((stats) -> stats.depth() == 0 && stats.pending() == 0);
				assertThat(process.delayed.delayStats())
					.matches((stats) -> stats.waiting() == 0 && stats.handed().depth() == 0);
				assertThat(process.newest.size()).isZero();
			});
		}
		System.out.printf(
				"Interrupts of queues, -Dcampaign.seed=%d, %s: %d interrupts %s, each of %d tasks done once%n", SEED,
				way, EACH * SCALE, storm, this.put.size());
	}

	@Test
	void everyMessageIsHandledOnceWheneverAHandlerIsInterrupted() throws Exception {
		InterruptStorm storm = new InterruptStorm(this.random, "-Dcampaign.seed=" + SEED);
		BlockingQueue<Thread> handling = new LinkedBlockingQueue<>();
		AtomicInteger failed = new AtomicInteger();
		for (Process process : this.processes) {
			process.news.subscribe((delivery) -> {
				handling.add(Thread.currentThread());
				storm.acquired();
				LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(300));
				if (Thread.interrupted()) {
					failed.incrementAndGet();
					throw new InterruptedException("comes again");
				}
				done(delivery.value());
			}, SubscribeOptions.concurrency(3));
			storm.add("publishes", () -> {
				int[] one = numbers(1);
				process.news.publish(one[0]);
				putAll(one);
			});
		}
		storm.add("interrupts", () -> {
			Thread handler = handling.poll(10, TimeUnit.MILLISECONDS);
			if (handler != null) {
				// Also when it has gone on to something else.
				LockSupport.parkNanos(this.next.get() % 400 * 1000L);
				handler.interrupt();
			}
		});
		storm.run(EACH * SCALE);
		await().atMost(PATIENCE).until(() -> this.done.keySet().containsAll(this.put));
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(this.processes.get(0).news.stats())
				.matches((stats) -> stats.depth() == 0 && stats.pending() == 0));
		assertThat(this.done.keySet()).isEqualTo(this.put);
		assertThat(this.done.values()).as("seed " + SEED).containsOnly(1);
		System.out.printf(
				"Interrupts of handlers, -Dcampaign.seed=%d: %s, %d messages came again, each of %d done once%n", SEED,
				storm, failed.get(), this.put.size());
	}

	private int[] numbers(int n) {
		return IntStream.generate(this.next::getAndIncrement).limit(n).toArray();
	}

	private void putAll(int[] numbers) {
		IntStream.of(numbers).forEach(this.put::add);
	}

	private void done(int number) {
		this.done.merge(number, 1, Integer::sum);
	}

	private void work(Optional<TaskLease<Integer>> got, InterruptStorm storm, boolean again) {
		got.ifPresent((lease) -> {
			storm.acquired();
			if (again) {
				assertThat(lease.nack(Duration.ZERO)).isEqualTo(Settlement.RETRY);
				return;
			}
			assertThat(lease.ack()).isEqualTo(Settlement.ACKNOWLEDGED);
			done(lease.value());
		});
	}

	/** What is done with a queue. */
	private enum Way {

		TASKS {
			@Override
			void put(QueueInterruptCampaignTests test, Process process) {
				int[] one = test.numbers(1);
				process.tasks.enqueue(one[0]);
				test.putAll(one);
			}

			@Override
			void take(QueueInterruptCampaignTests test, Process process, InterruptStorm storm, SplittableRandom choices)
					throws Exception {
				Optional<TaskLease<Integer>> got = process.tasks.poll(MOMENT);
				// What was given back in between was not begun with.
				got.ifPresent((lease) -> assertThat(lease.attempt()).isEqualTo(1));
				test.work(got, storm, false);
			}
		},

		TASKS_GIVEN_BACK {
			@Override
			void put(QueueInterruptCampaignTests test, Process process) {
				TASKS.put(test, process);
			}

			@Override
			void take(QueueInterruptCampaignTests test, Process process, InterruptStorm storm, SplittableRandom choices)
					throws Exception {
				test.work(process.tasks.poll(MOMENT), storm, choices.nextInt(3) == 0);
			}
		},

		DELAYED {
			@Override
			void put(QueueInterruptCampaignTests test, Process process) {
				int[] one = test.numbers(1);
				process.delayed.schedule(one[0], Duration.ofMillis(one[0] % 3));
				test.putAll(one);
			}

			@Override
			void take(QueueInterruptCampaignTests test, Process process, InterruptStorm storm, SplittableRandom choices)
					throws Exception {
				test.work(process.delayed.poll(MOMENT), storm, false);
			}
		},

		NEWEST {
			@Override
			void put(QueueInterruptCampaignTests test, Process process) {
				int[] one = test.numbers(1);
				assertThat(process.newest.offer(one[0]).added()).isEqualTo(1);
				test.putAll(one);
			}

			@Override
			void take(QueueInterruptCampaignTests test, Process process, InterruptStorm storm,
					SplittableRandom choices) {
				process.newest.poll().ifPresent((number) -> {
					storm.acquired();
					test.done(number);
				});
			}
		},

		/** More than one script takes, but for limit queues. */
		BATCHES {
			@Override
			void put(QueueInterruptCampaignTests test, Process process) {
				int[] many = test.numbers(501);
				List<Integer> all = IntStream.of(many).boxed().toList();
				switch (many[0] % 3) {
					case 0 -> assertThat(process.tasks.enqueueAll(all)).hasSize(501);
					case 1 -> assertThat(process.delayed.scheduleAll(
							all.stream().map((number) -> ScheduleRequest.after(number, Duration.ZERO)).toList()))
						.hasSize(501);
					default -> assertThat(process.newest.offerAll(all).added()).isEqualTo(501);
				}
				test.putAll(many);
			}

			@Override
			void take(QueueInterruptCampaignTests test, Process process, InterruptStorm storm, SplittableRandom choices)
					throws Exception {
				test.work(process.tasks.poll(Duration.ZERO), storm, false);
				test.work(process.delayed.poll(Duration.ZERO), storm, false);
				NEWEST.take(test, process, storm, choices);
			}
		};

		abstract void put(QueueInterruptCampaignTests test, Process process);

		/** For a moment at most. */
		abstract void take(QueueInterruptCampaignTests test, Process process, InterruptStorm storm,
				SplittableRandom choices) throws Exception;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT).replace('_', ' ');
		}

	}

	/** Its queues. */
	private static final class Process implements AutoCloseable {

		private final Background background = new Background();

		private final StreamQueues streams;

		final TaskQueue<Integer> tasks;

		final DelayQueue<Integer> delayed;

		final LimitQueue<Integer> newest;

		final StreamQueue<Integer> news;

		Process(CommandPort port) {
			KeySpace keys = new KeySpace("storm");
			this.streams = StreamQueues.create(port, keys, ValueCodecs.json(), this.background,
					new LiveSettings<>(Map.of()));
			this.tasks = TaskQueues.create(this.streams, new LiveSettings<>(Map.of()))
				.get("tasks", Integer.class, SETTINGS);
			this.delayed = DelayQueues.create(this.streams, new LiveSettings<>(Map.of()))
				.get("delayed", Integer.class, SETTINGS);
			this.news = this.streams.get("news", Integer.class, SETTINGS);
			this.newest = LimitQueues.create(port, keys, ValueCodecs.json(), new LiveSettings<>(Map.of()))
				.get("newest", Integer.class, LimitQueueSettings.of(LimitQueueSettings.MAX_LENGTH));
		}

		@Override
		public void close() {
			this.streams.close();
			this.background.close();
		}

	}

}
