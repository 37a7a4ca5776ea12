// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;

import io.github.rediscomponents.autoconfigure.TestBoot;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Consuming begins and ends with the context, and two contexts share the work.
 */
class QueueShutdownTests {

	private static final QueueStats EMPTY = new QueueStats(0, 0, 0, 0, Duration.ZERO, 0, 0, 0, false);

	@Test
	void closingWaitsForRunningHandlersAndLeavesNothingBehind() {
		String prefix = "t" + UUID.randomUUID();
		try (RedisServer server = RedisServer.start()) {
			Set<Thread> before = Set.copyOf(Thread.getAllStackTraces().keySet());
			Slow slow = new Slow();
			runner(prefix, server).withBean(Slow.class, () -> slow).run((context) -> {
				TaskQueues queues = context.getBean(TaskQueues.class);
				numbers(queues).enqueueAll(IntStream.range(0, 20).boxed().toList());
				assertThat(slow.began.await(1, TimeUnit.MINUTES)).isTrue();
				// They go on when nothing more is taken.
				CompletableFuture.runAsync(() -> {
					await().atMost(QueueContexts.PATIENCE).until(() -> queues.activity().isEmpty());
					slow.go.countDown();
				});
				context.close();
			});
			int done = slow.seen.size();
			assertThat(done).isBetween(2, 19);
			runner(prefix, server).run((context) -> {
				TaskQueue<Integer> queue = numbers(context.getBean(TaskQueues.class));
				assertThat(queue.stats().depth()).isEqualTo(20 - done);
				assertThat(queue.stats().retrying()).isEqualTo(queue.stats().pending());
				Queue<Integer> rest = new ConcurrentLinkedQueue<>();
				queue.subscribe((delivery) -> {
					assertThat(delivery.attempt()).isEqualTo(1);
					rest.add(delivery.value());
				}, SubscribeOptions.DEFAULTS);
				await().atMost(QueueContexts.PATIENCE).untilAsserted(() -> assertThat(queue.stats().depth()).isZero());
				assertThat(rest).hasSize(20 - done).doesNotContainAnyElementsOf(slow.seen);
				// Messages that the first returned were its own until another took them.
				await().atMost(QueueContexts.PATIENCE)
					.untilAsserted(() -> assertThat(queue.stats().consumers()).isEqualTo(1));
			});
			runner(prefix, server)
				.run((context) -> assertThat(numbers(context.getBean(TaskQueues.class)).stats()).isEqualTo(EMPTY));
			await().atMost(QueueContexts.PATIENCE)
				.untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
					.filteredOn((thread) -> !before.contains(thread) && thread.isAlive())
					.extracting(Thread::getName)
					.noneMatch((name) -> name.startsWith("redis-components") || name.startsWith("lettuce")));
			await().atMost(QueueContexts.PATIENCE)
				.untilAsserted(() -> assertThat(String.valueOf(server.command("CLIENT", "LIST")).lines()).hasSize(1));
		}
	}

	@Test
	void consumingBeginsAfterAllBeansAndEndsBeforeTheWebServerStops() {
		Probe probe = new Probe();
		QueueContexts.runner()
			.withPropertyValues("redis-components.task-queue.queues.numbers.trace=false")
			.withBean(Counting.class)
			.withBean(Probe.class, () -> probe)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(probe.consuming).containsExactly(0);
				assertThat(context.getBean(TaskQueues.class).activity()).hasSize(1);
				assertThat(QueueLifecycle.PHASE).isGreaterThan(TestBoot.GRACEFUL_SHUTDOWN_PHASE)
					.isGreaterThan(TestBoot.START_STOP_PHASE)
					.isGreaterThan(Integer.MAX_VALUE / 2);
			});
		assertThat(probe.consuming).containsExactly(0, 0);
	}

	@Test
	void aHandlerThatOutlivesThePatienceIsDeliveredAgain() {
		String prefix = "t" + UUID.randomUUID();
		Slow slow = new Slow();
		QueueContexts.runner(prefix)
			.withPropertyValues("redis-components.queue-listener.drain-timeout=100ms",
					"redis-components.task-queue.queues.numbers.visibility=1s")
			.withBean(Slow.class, () -> slow)
			.run((context) -> {
				numbers(context.getBean(TaskQueues.class)).enqueue(1);
				assertThat(slow.entered.await(1, TimeUnit.MINUTES)).isTrue();
				long begun = System.nanoTime();
				context.close();
				assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
			});
		QueueContexts.runner(prefix)
			.withPropertyValues("redis-components.task-queue.queues.numbers.visibility=1s")
			.run((context) -> {
				var again = numbers(context.getBean(TaskQueues.class)).poll(QueueContexts.PATIENCE).orElseThrow();
				assertThat(again.value()).isEqualTo(1);
				assertThat(again.attempt()).isGreaterThan(1);
				again.ack();
			});
		slow.go.countDown();
	}

	@Test
	void twoContextsShareTheWork() {
		String prefix = "t" + UUID.randomUUID();
		Counting one = new Counting();
		Counting two = new Counting();
		QueueContexts.runner(prefix)
			.withPropertyValues("redis-components.task-queue.queues.numbers.trace=false")
			.withBean(Counting.class, () -> one)
			.run((first) -> QueueContexts.runner(prefix)
				.withPropertyValues("redis-components.task-queue.queues.numbers.trace=false")
				.withBean(Counting.class, () -> two)
				.run((second) -> {
					TaskQueue<Integer> queue = numbers(first.getBean(TaskQueues.class));
					int all = 0;
					// Either may stand still meanwhile.
					while (all < 1000 || ((one.seen.isEmpty() || two.seen.isEmpty()) && all < 100_000)) {
						queue.enqueue(all++);
					}
					await().atMost(QueueContexts.PATIENCE)
						.untilAsserted(() -> assertThat(queue.stats().depth()).isZero());
					assertThat(one.seen.size() + two.seen.size()).isEqualTo(all);
					assertThat(one.seen).isNotEmpty().doesNotContainAnyElementsOf(two.seen);
					assertThat(two.seen).isNotEmpty();
				}));
	}

	private static ApplicationContextRunner runner(String prefix, RedisServer server) {
		return QueueContexts.runner(prefix)
			.withPropertyValues("spring.data.redis.url=" + server.uri(),
					"redis-components.task-queue.queues.numbers.visibility=20s",
					"redis-components.task-queue.queues.numbers.consumer-ttl=1s");
	}

	private static TaskQueue<Integer> numbers(TaskQueues queues) {
		return queues.get("numbers", Integer.class);
	}

	static class Slow {

		final CountDownLatch entered = new CountDownLatch(1);

		final CountDownLatch began = new CountDownLatch(2);

		final CountDownLatch go = new CountDownLatch(1);

		final Queue<Integer> seen = new ConcurrentLinkedQueue<>();

		@QueueListener(queue = "numbers", concurrency = "2")
		void number(Integer number) throws InterruptedException {
			this.entered.countDown();
			this.began.countDown();
			this.go.await();
			this.seen.add(number);
		}

	}

	/** Starts and stops with the web server. */
	static class Probe implements SmartLifecycle {

		final Queue<Integer> consuming = new ConcurrentLinkedQueue<>();

		@Autowired
		TaskQueues queues;

		private volatile boolean running;

		@Override
		public void start() {
			this.running = true;
			this.consuming.add(this.queues.activity().size());
		}

		@Override
		public void stop() {
			this.running = false;
			this.consuming.add(this.queues.activity().size());
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

		@Override
		public int getPhase() {
			return TestBoot.START_STOP_PHASE;
		}

	}

	static class Counting {

		final Queue<Integer> seen = new ConcurrentLinkedQueue<>();

		@QueueListener(queue = "numbers", concurrency = "2")
		void number(Integer number) {
			this.seen.add(number);
		}

	}

}
