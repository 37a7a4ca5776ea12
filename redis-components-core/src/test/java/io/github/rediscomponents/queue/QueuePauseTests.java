// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a paused queue holds back, and what comes of it once the queue is resumed.
 */
@StandaloneAndCluster
@Tag("contract")
@Timeout(180)
@AsUserOfItsRoom
class QueuePauseTests extends DelayQueueFixture {

	/** Two reads that wait, and the second in which each process learns of a pause. */
	private static final Duration QUIET = Duration.ofMillis(2500);

	QueuePauseTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void deliversNothingInAnyProcessUntilItIsResumedByAnother() {
		Map<String, AtomicInteger> seen = new ConcurrentHashMap<>();
		List<StreamQueue<String>> processes = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			processes.add(queue(PATIENT));
			processes.get(i)
				.subscribe((delivery) -> seen.computeIfAbsent(delivery.value(), (value) -> new AtomicInteger())
					.addAndGet(delivery.attempt()), SubscribeOptions.concurrency(2));
		}
		StreamQueue<String> queue = queue(PATIENT);
		queue.publishAll(StreamQueueTests.numbers(50));
		await().atMost(PATIENCE).until(() -> seen.size() == 50);
		await().atMost(PATIENCE).until(() -> queue.stats().depth() == 0);
		assertThat(queue.isPaused()).isFalse();
		assertThat(queue.pause()).isTrue();
		assertThat(queue.pause()).isFalse();
		assertThat(queue.isPaused()).isTrue();
		List<String> later = IntStream.range(1000, 1300).mapToObj(String::valueOf).toList();
		later.forEach(queue::publish);
		await().during(QUIET).atMost(PATIENCE).until(() -> seen.size() == 50);
		assertThat(queue.stats().paused()).isTrue();
		assertThat(queue.stats().depth()).isEqualTo(300);
		assertThat(processes.get(1).resume()).isTrue();
		assertThat(processes.get(1).resume()).isFalse();
		await().atMost(PATIENCE).until(() -> seen.size() == 350);
		await().atMost(PATIENCE).until(() -> queue.stats().depth() == 0);
		// Each was delivered once, and what a waiting read had brought does not count.
		assertThat(seen.values()).allMatch((deliveries) -> deliveries.get() == 1);
		assertThat(queue.stats().paused()).isFalse();
	}

	@Test
	void finishesWhatIsInWorkAndGivesBackWhatIsReady() throws InterruptedException {
		Map<String, Integer> seen = new ConcurrentHashMap<>();
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch finish = new CountDownLatch(1);
		StreamQueue<String> queue = queue(PATIENT);
		queue(PATIENT).subscribe((delivery) -> {
			seen.put(delivery.value(), delivery.attempt());
			if (delivery.value().equals("slow")) {
				begun.countDown();
				finish.await();
			}
		}, SubscribeOptions.concurrency(1).withPrefetch(20));
		// Quick handlers hold messages ready.
		queue.publishAll(StreamQueueTests.numbers(200));
		await().atMost(PATIENCE).until(() -> seen.size() == 200 && queue.stats().depth() == 0);
		queue.publishAll(List.of("slow", "a", "b", "c", "d", "e"));
		assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
		await().atMost(PATIENCE).until(() -> queue.stats().pending() > 1);
		queue.pause();
		// The process has no room, and reads nothing that would tell it.
		await().atMost(PATIENCE).until(() -> queue.stats().pending() - queue.stats().retrying() == 1);
		assertThat(queue.stats().depth()).isEqualTo(6);
		assertThat(queue.stats().retrying()).isPositive();
		finish.countDown();
		await().atMost(PATIENCE).until(() -> queue.stats().depth() == 5);
		await().during(QUIET).atMost(PATIENCE).until(() -> seen.size() == 201);
		queue.resume();
		await().atMost(PATIENCE).until(() -> queue.stats().depth() == 0);
		assertThat(seen).hasSize(206).containsKeys("a", "b", "c", "d", "e");
		assertThat(seen.values()).containsOnly(1);
	}

	@Test
	void aProcessThatBeginsWhileItIsPausedGetsNothing() {
		StreamQueue<String> queue = queue(PATIENT);
		queue.pause();
		queue.publishAll(StreamQueueTests.numbers(5));
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		queue(PATIENT).subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.concurrency(3));
		await().during(QUIET).atMost(PATIENCE).until(seen::isEmpty);
		assertThat(queue.resume()).isTrue();
		await().atMost(PATIENCE).until(() -> seen.size() == 5);
	}

	@Test
	void pollsGetNothingAndOneThatWaitsGetsATaskWhenItIsResumed() throws Exception {
		TaskQueue<String> tasks = tasks(PATIENT);
		tasks.enqueue("a");
		tasks.pause();
		assertThat(tasks.poll(Duration.ZERO)).isEmpty();
		assertThat(tasks.poll(Duration.ofMillis(300))).isEmpty();
		assertThat(tasks.stats().lag() + tasks.stats().retrying()).isEqualTo(1);
		FutureTask<Optional<TaskLease<String>>> waiting = new FutureTask<>(() -> tasks.poll(Duration.ofSeconds(60)));
		Thread poller = new Thread(waiting);
		poller.start();
		// A poll that began after the resume would get the task without having waited.
		await().during(QUIET).atMost(PATIENCE).until(() -> poller.getState() == Thread.State.TIMED_WAITING);
		tasks.resume();
		TaskLease<String> lease = waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).orElseThrow();
		assertThat(lease.value()).isEqualTo("a");
		assertThat(lease.attempt()).isEqualTo(1);
		assertThat(lease.ack()).isEqualTo(Settlement.ACKNOWLEDGED);
	}

	@Test
	void repeatsNothingBeforeItIsResumed() {
		StreamQueue<String> queue = queue(PATIENT);
		Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
		CountDownLatch paused = new CountDownLatch(1);
		queue.subscribe((delivery) -> {
			attempts.add(delivery.attempt());
			if (delivery.attempt() == 1) {
				paused.await();
				throw new IllegalStateException("again");
			}
		}, SubscribeOptions.DEFAULTS);
		queue.publish("a");
		await().atMost(PATIENCE).until(() -> attempts.size() == 1);
		queue.pause();
		paused.countDown();
		await().atMost(PATIENCE).until(() -> queue.stats().retrying() == 1);
		await().during(QUIET).atMost(PATIENCE).until(() -> attempts.size() == 1);
		queue.resume();
		await().atMost(PATIENCE).until(() -> queue.stats().depth() == 0);
		assertThat(attempts).containsExactly(1, 2);
	}

	@Test
	void isNotPausedAnyMoreWhenTheKeyIsLost() {
		StreamQueue<String> queue = queue(PATIENT);
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		queue.pause();
		queue.publish("a");
		await().during(Duration.ofSeconds(1)).atMost(PATIENCE).until(seen::isEmpty);
		assertThat(command(queue.streamKey(), "DEL", queue.streamKey() + ":paused")).hasToString("1");
		await().atMost(PATIENCE).until(() -> seen.contains("a"));
		assertThat(queue.isPaused()).isFalse();
	}

	@Test
	void survivesPurgeAndEndsWithTheQueue() {
		StreamQueue<String> queue = queue(PATIENT);
		queue.pause();
		queue.publish("a");
		assertThat(queue.purge()).isEqualTo(1);
		assertThat(queue.isPaused()).isTrue();
		assertThat(queue.retire()).isTrue();
		assertThat(queue.isPaused()).isFalse();
		assertThat(command(queue.streamKey(), "EXISTS", queue.streamKey() + ":paused")).hasToString("0");
	}

	@Test
	void handsNoDueTaskOverAndLeavesItToCancelAndReschedule() {
		DelayQueue<String> delays = delays(PATIENT);
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		delays(PATIENT).subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		delays.schedule("first", Duration.ZERO);
		await().atMost(PATIENCE).until(() -> seen.contains("first"));
		delays.pause();
		String cancelled = delays.schedule("cancelled", Duration.ofMillis(100)).id();
		String moved = delays.schedule("moved", Duration.ofMillis(200)).id();
		delays.schedule("due", Duration.ofMillis(300));
		await().during(QUIET).atMost(PATIENCE).until(() -> seen.size() == 1);
		assertThat(delays.delayStats().overdue()).isEqualTo(3);
		assertThat(delays.delayStats().handed().paused()).isTrue();
		assertThat(delays.cancel(cancelled)).isTrue();
		assertThat(delays.reschedule(moved, Duration.ofHours(1))).isPresent();
		assertThat(delays.resume()).isTrue();
		await().atMost(PATIENCE).until(() -> seen.contains("due"));
		assertThat(seen).containsExactly("first", "due");
		assertThat(delays.size()).isEqualTo(1);
	}

	@Test
	void losesNothingAndRepeatsNothingWhenPausedAndResumedAgainAndAgain() {
		Map<String, AtomicInteger> seen = new ConcurrentHashMap<>();
		AtomicInteger begun = new AtomicInteger();
		for (int i = 0; i < 3; i++) {
			queue(PATIENT).subscribe((delivery) -> {
				begun.incrementAndGet();
				seen.computeIfAbsent(delivery.value(), (value) -> new AtomicInteger()).incrementAndGet();
				// Handlers are at work when the pause comes.
				Thread.sleep(2);
			}, SubscribeOptions.concurrency(4).withPrefetch(50));
		}
		StreamQueue<String> queue = queue(PATIENT);
		List<String> messages = StreamQueueTests.numbers(6000);
		for (int round = 0; round < 6; round++) {
			queue.publishAll(messages.subList(round * 1000, round * 1000 + 1000));
			queue.pause();
			int[] last = { -1 };
			await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1500)).until(() -> {
				int before = last[0];
				last[0] = begun.get();
				return before == last[0];
			});
			int quiet = begun.get();
			await().during(Duration.ofMillis(400)).atMost(PATIENCE).until(() -> begun.get() == quiet);
			queue.resume();
		}
		await().atMost(PATIENCE).until(() -> seen.size() == 6000);
		await().atMost(PATIENCE).until(() -> queue.stats().depth() == 0);
		assertThat(seen.values()).allMatch((times) -> times.get() == 1);
		assertThat(queue.stats().deadLetters()).isZero();
	}

	@Test
	void tellsEachReadWithoutAnotherRoundTripAndAsksOnlyWhilePaused() {
		StreamQueue<String> queue = queue(PATIENT);
		AtomicInteger seen = new AtomicInteger();
		queue.subscribe((delivery) -> seen.incrementAndGet(), SubscribeOptions.concurrency(8));
		queue.publishAll(StreamQueueTests.numbers(100));
		await().atMost(PATIENCE).until(() -> seen.get() == 100);
		server().resetStats();
		queue.publishAll(StreamQueueTests.numbers(3_000));
		await().atMost(PATIENCE).until(() -> seen.get() == 3_100);
		Map<String, Long> calls = server().commandCalls();
		// One with each read, and one in each recovery and each second with work in hand.
		assertThat(calls.getOrDefault("exists", 0L)).isLessThanOrEqualTo(calls.getOrDefault("xreadgroup", 0L) + 100);
		assertThat(calls.getOrDefault("xreadgroup", 0L)).isLessThan(3_000);
	}

}
