// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Which consumer gets which message of a stream queue, and when.
 */
@StandaloneAndCluster
@Tag("contract")
@Timeout(180)
@AsUserOfItsRoom
class StreamQueueTests extends StreamQueueFixture {

	StreamQueueTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void deliversEveryMessageOnceInOrderToOneHandler() {
		StreamQueue<String> queue = queue(PATIENT);
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		List<String> messages = numbers(1200);
		queue.publishAll(messages);
		await().atMost(PATIENCE).until(() -> seen.size() >= 1200);
		assertThat(seen).containsExactlyElementsOf(messages);
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(queue.stats().depth()).isZero());
	}

	@Test
	void severalProcessesShareMessagesAndNeverExceedTheirConcurrency() {
		Map<String, AtomicInteger> seen = new ConcurrentHashMap<>();
		AtomicInteger running = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		for (int i = 0; i < 3; i++) {
			queue(PATIENT).subscribe((delivery) -> {
				most.accumulateAndGet(running.incrementAndGet(), Math::max);
				seen.computeIfAbsent(delivery.value(), (value) -> new AtomicInteger()).incrementAndGet();
				running.decrementAndGet();
			}, SubscribeOptions.concurrency(2));
		}
		StreamQueue<String> queue = queue(PATIENT);
		Concurrently.run(4, () -> {
			String thread = Thread.currentThread().getName();
			for (int i = 0; i < 250; i++) {
				queue.publish(thread + i);
			}
		});
		await().atMost(PATIENCE).until(() -> seen.size() == 1000);
		assertThat(seen.values()).allMatch((times) -> times.get() == 1);
		assertThat(most.get()).isLessThanOrEqualTo(6);
	}

	@Test
	void deliversWhatWasPublishedBeforeAnybodySubscribed() {
		StreamQueue<String> queue = queue(QUICK);
		queue.publish("early");
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> seen.contains("early"));
	}

	@Test
	void heartbeatsKeepALongMessageWithItsHandler() {
		AtomicInteger times = new AtomicInteger();
		CountDownLatch finish = new CountDownLatch(1);
		MessageHandler<String> slow = (delivery) -> {
			times.incrementAndGet();
			assertThat(finish.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		};
		WorkQueueSettings settings = QUICK.withVisibility(Duration.ofSeconds(4));
		StreamQueue<String> queue = queue(settings);
		queue.subscribe(slow, SubscribeOptions.DEFAULTS);
		queue(settings).subscribe(slow, SubscribeOptions.DEFAULTS);
		queue.publish("long");
		String key = queue.streamKey();
		// Longer than the visibility, by the entry's own age.
		await().atMost(PATIENCE).until(() -> queue.stats().oldest().toMillis() > 4500);
		assertThat(times).hasValue(1);
		finish.countDown();
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(number(key, "XLEN", key)).isZero());
		assertThat(times).hasValue(1);
	}

	@Test
	void givesAMessageOfADeadConsumerToAnotherAndForgetsTheDead() {
		StreamQueue<String> queue = queue(QUICK);
		String key = queue.streamKey();
		queue.publish("orphan");
		command(key, "XGROUP", "CREATE", key, "workers", "0");
		command(key, "XREADGROUP", "GROUP", "workers", "dead", "COUNT", "1", "STREAMS", key, ">");
		Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> attempts.add(delivery.attempt()), SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> attempts.contains(2));
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(queue.stats().consumers()).isEqualTo(1));
	}

	@Test
	void refusesAnAcknowledgementOfSomebodyElsesMessage() {
		StreamQueue<String> queue = queue(QUICK);
		String key = queue.streamKey();
		Queue<Boolean> lost = new ConcurrentLinkedQueue<>();
		AtomicInteger attempts = new AtomicInteger();
		queue.publish("contested");
		queue.subscribe((delivery) -> {
			if (attempts.incrementAndGet() == 1) {
				// As if this process had been stopped for longer than the visibility.
				command(key, "XCLAIM", key, "workers", "thief", "0", delivery.entryId());
				await().atMost(PATIENCE).until(delivery::isLost);
				lost.add(true);
			}
		}, SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> lost.size() == 1);
		// Its acknowledgement changed nothing: the thief's own visibility must pass.
		await().atMost(PATIENCE).until(() -> attempts.get() == 2);
	}

	@Test
	void leavesNothingBehindWhenItIsStopped() {
		StreamQueue<String> queue = queue(PATIENT);
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		QueueSubscription subscription = queue.subscribe((delivery) -> seen.add(delivery.value()),
				SubscribeOptions.concurrency(4));
		queue.publishAll(numbers(2000));
		await().atMost(PATIENCE).until(() -> seen.size() == 2000);
		assertThat(subscription.stop(PATIENCE)).isTrue();
		assertThat(subscription.isRunning()).isFalse();
		String key = queue.streamKey();
		assertThat(queue.stats()).isEqualTo(new QueueStats(0, 0, 0, 0, Duration.ZERO, 0, 0, 0, false));
		assertThat(number(key, "MEMORY", "USAGE", key)).isLessThanOrEqualTo(2048);
		assertThat(queue.retire()).isTrue();
		assertThat(number(key, "EXISTS", key)).isZero();
	}

	@Test
	void stoppingGivesBackWhatNoHandlerHasBegunWith() throws Exception {
		StreamQueue<String> queue = queue(PATIENT);
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch finish = new CountDownLatch(1);
		QueueSubscription first = queue.subscribe((delivery) -> {
			begun.countDown();
			assertThat(finish.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		}, SubscribeOptions.DEFAULTS);
		queue.publishAll(numbers(10));
		assertThat(begun.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		assertThat(first.stop(Duration.ofMillis(50))).isFalse();
		finish.countDown();
		Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
		queue(PATIENT).subscribe((delivery) -> attempts.add(delivery.attempt()), SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> attempts.size() == 9);
		assertThat(attempts).containsOnly(1);
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(queue.stats().depth()).isZero());
	}

	static List<String> numbers(int n) {
		return IntStream.range(0, n).mapToObj(String::valueOf).toList();
	}

}
