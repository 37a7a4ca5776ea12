// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * What a task queue does.
 */
@StandaloneAndCluster
@Tag("contract")
@Timeout(180)
@AsUserOfItsRoom
class TaskQueueTests extends StreamQueueFixture {

	TaskQueueTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void handsOutTasksInTheirOrderOnceEach() throws InterruptedException {
		TaskQueue<String> tasks = tasks(PATIENT);
		assertThat(tasks.poll(Duration.ZERO)).isEmpty();
		tasks.enqueueAll(List.of("a", "b"));
		tasks.enqueue("c");
		for (String expected : List.of("a", "b", "c")) {
			TaskLease<String> lease = tasks.poll(Duration.ZERO).orElseThrow();
			assertThat(lease.value()).isEqualTo(expected);
			assertThat(lease.attempt()).isEqualTo(1);
			assertThat(lease.ack()).isEqualTo(Settlement.ACKNOWLEDGED);
			assertThat(lease.ack()).isEqualTo(Settlement.ALREADY_SETTLED);
			assertThat(lease.extend()).isFalse();
		}
		assertThat(tasks.poll(Duration.ofMillis(50))).isEmpty();
		assertThat(tasks.stats().depth()).isZero();
	}

	@Test
	void manyPollersOfSeveralProcessesGetEachTaskOnce() {
		TaskQueue<String> producer = tasks(PATIENT);
		List<TaskQueue<String>> processes = List.of(tasks(PATIENT), tasks(PATIENT));
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		Thread publisher = new Thread(() -> StreamQueueTests.numbers(600).forEach(producer::enqueue));
		publisher.start();
		Concurrently.run(8, () -> {
			TaskQueue<String> tasks = processes.get((int) (Thread.currentThread().getId() % 2));
			Optional<TaskLease<String>> lease = tasks.poll(Duration.ofSeconds(2));
			while (lease.isPresent() || seen.size() < 600) {
				lease.ifPresent((task) -> {
					seen.add(task.value());
					assertThat(task.ack()).isEqualTo(Settlement.ACKNOWLEDGED);
				});
				lease = tasks.poll(Duration.ofSeconds(2));
			}
		});
		assertThat(seen).containsExactlyInAnyOrderElementsOf(StreamQueueTests.numbers(600));
	}

	@Test
	void aPollerThatWaitsGetsATaskWhenItComes() throws InterruptedException {
		TaskQueue<String> tasks = tasks(PATIENT);
		Thread poller = Thread.currentThread();
		Thread later = new Thread(() -> {
			await().until(() -> poller.getState() == Thread.State.TIMED_WAITING);
			tasks.enqueue("late");
		});
		later.start();
		assertThat(tasks.poll(PATIENCE).orElseThrow().value()).isEqualTo("late");
		later.join();
	}

	@Test
	void aLeaseThatRanOutIsLostAndItsTaskComesAgain() throws InterruptedException {
		TaskQueue<String> tasks = tasks(QUICK.withVisibility(Duration.ofMillis(2500)));
		tasks.enqueue("a");
		TaskLease<String> first = tasks.poll(Duration.ZERO).orElseThrow();
		TaskLease<String> second = tasks.poll(PATIENCE).orElseThrow();
		assertThat(second.attempt()).isEqualTo(2);
		assertThat(first.extend()).isFalse();
		assertThat(first.ack()).isEqualTo(Settlement.LOST);
		assertThat(second.extend()).isTrue();
		assertThat(second.ack()).isEqualTo(Settlement.ACKNOWLEDGED);
	}

	@Test
	void extendingKeepsATask() throws InterruptedException {
		TaskQueue<String> tasks = tasks(QUICK.withVisibility(Duration.ofMinutes(2)));
		tasks.enqueue("a");
		TaskLease<String> lease = tasks.poll(Duration.ZERO).orElseThrow();
		String key = "test:task:{" + this.name + '}';
		for (int i = 0; i < 3; i++) {
			List<?> pending = (List<?>) list(key, "XPENDING", key, "workers", "-", "+", "1").get(0);
			// As if half of its time were over.
			command(key, "XCLAIM", key, "workers", String.valueOf(pending.get(1)), "0", String.valueOf(pending.get(0)),
					"IDLE", "60000", "JUSTID");
			assertThat(lease.extend()).isTrue();
			assertThat(list(key, "XPENDING", key, "workers", "IDLE", "60000", "-", "+", "1")).isEmpty();
		}
		assertThat(tasks.poll(Duration.ZERO)).isEmpty();
		assertThat(lease.ack()).isEqualTo(Settlement.ACKNOWLEDGED);
	}

	@Test
	void givesBackAfterADelayAndBuriesAfterTheLastAttempt() throws InterruptedException {
		TaskQueue<String> tasks = tasks(PATIENT);
		tasks.enqueue("a", PublishOptions.id("one").withAttempts(2));
		assertThat(tasks.enqueue("a", PublishOptions.id("one")).duplicate()).isTrue();
		TaskLease<String> first = tasks.poll(Duration.ZERO).orElseThrow();
		assertThat(first.isLastAttempt()).isFalse();
		long given = System.nanoTime();
		assertThat(first.nack(Duration.ofMillis(300))).isEqualTo(Settlement.RETRY);
		assertThat(tasks.stats().retrying()).isEqualTo(1);
		TaskLease<String> second = tasks.poll(PATIENCE).orElseThrow();
		assertThat(Duration.ofNanos(System.nanoTime() - given)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
		assertThat(second.isLastAttempt()).isTrue();
		assertThat(second.nack()).isEqualTo(Settlement.DEAD);
		assertThat(tasks.deadLetters().list(5)).hasSize(1);
		assertThat(tasks.stats()).isEqualTo(new QueueStats(0, 0, 0, 0, Duration.ZERO, 1, 1, 0, false));
	}

	@Test
	void rejectsATask() throws InterruptedException {
		TaskQueue<String> tasks = tasks(PATIENT);
		tasks.enqueue("a");
		assertThat(tasks.poll(Duration.ZERO).orElseThrow().reject("nobody knows it")).isEqualTo(Settlement.DEAD);
		assertThat(tasks.deadLetters().list(1).get(0).error()).isEqualTo("nobody knows it");
	}

	@Test
	void anInterruptedPollerLosesNothing() throws InterruptedException {
		TaskQueue<String> tasks = tasks(PATIENT);
		Thread waiting = new Thread(() -> {
			try {
				tasks.poll(PATIENCE);
			}
			catch (InterruptedException ex) {
				tasks.enqueue("interrupted");
			}
		});
		waiting.start();
		await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
		waiting.interrupt();
		waiting.join();
		assertThat(tasks.poll(PATIENCE).orElseThrow().value()).isEqualTo("interrupted");
	}

	@Test
	void pollingEndsWithTheProcess() throws InterruptedException {
		StreamQueues process = process();
		TaskQueue<String> tasks = TaskQueues.create(process, new LiveSettings<>(Map.of()))
			.get(this.name, String.class, PATIENT);
		assertThat(tasks.poll(Duration.ZERO)).isEmpty();
		assertThat(process.stop(PATIENCE)).isTrue();
		assertThatIllegalStateException().isThrownBy(() -> tasks.poll(Duration.ZERO));
		assertThat(tasks.stats().consumers()).isZero();
	}

}
