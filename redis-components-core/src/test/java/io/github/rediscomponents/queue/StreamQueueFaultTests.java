// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.task.TaskQueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What happens to queues when replies are lost and the server goes away.
 */
@Timeout(180)
class StreamQueueFaultTests extends StreamFaultFixture {

	@Test
	void tellsTheTruthWhenRepliesAreLost() throws InterruptedException {
		TaskQueue<String> tasks = tasks("work", WorkQueueSettings.defaults());
		assertThat(tasks.poll(Duration.ZERO)).isEmpty();
		this.proxy.swallowNextReply();
		tasks.enqueue("a", PublishOptions.id("a"));
		TaskLease<String> first = tasks.poll(Duration.ZERO).orElseThrow();
		assertThat(tasks.stats().depth()).isEqualTo(1);
		this.proxy.swallowNextReply();
		assertThat(first.nack(Duration.ZERO)).isEqualTo(Settlement.RETRY);
		TaskLease<String> second = tasks.poll(PATIENCE).orElseThrow();
		assertThat(second.attempt()).isEqualTo(2);
		this.proxy.swallowNextReply();
		assertThat(second.ack()).isEqualTo(Settlement.ACKNOWLEDGED);
		assertThat(this.proxy.swallowedReplies()).isEqualTo(3);
		assertThat(tasks.stats().depth()).isZero();
	}

	@Test
	void goesOnAfterCutConnectionsAndARestartedServer() {
		StreamQueue<String> queue = queue("a");
		Set<String> seen = ConcurrentHashMap.newKeySet();
		queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.concurrency(2));
		int sent = 0;
		for (int round = 0; round < 5; round++) {
			queue.publishAll(IntStream.range(sent, sent + 100).mapToObj(String::valueOf).toList());
			sent += 100;
			this.proxy.cut();
		}
		await().atMost(PATIENCE).until(() -> seen.size() == 500);
		this.server.kill();
		this.server.restart();
		await().atMost(PATIENCE).ignoreExceptions().until(() -> {
			queue.publish("after", PublishOptions.id("after"));
			return true;
		});
		await().atMost(PATIENCE).until(() -> seen.contains("after"));
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(queue.stats().depth()).isZero());
	}

	@Test
	void manyQueuesShareOneConnectionWhichGoesWithTheLast() {
		queue("warm").publish("up");
		int before = clients();
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		List<StreamQueue<String>> queues = IntStream.range(0, 20).mapToObj((i) -> queue("q" + i)).toList();
		List<QueueSubscription> subscriptions = queues.stream()
			.map((queue) -> queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS))
			.toList();
		for (StreamQueue<String> queue : queues) {
			queue.publish(queue.name());
		}
		await().atMost(PATIENCE).until(() -> seen.size() == 20);
		assertThat(clients()).isEqualTo(before + 1);
		subscriptions.forEach((subscription) -> assertThat(subscription.stop(PATIENCE)).isTrue());
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(clients()).isEqualTo(before));
		assertThat(queues).allMatch(StreamQueue::retire);
	}

	@Test
	void sendsNextToNothingWhileNothingComes() {
		StreamQueue<String> queue = queue("idle");
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		queue.publish("up");
		await().atMost(PATIENCE).until(() -> seen.size() == 1);
		this.server.resetStats();
		long from = System.nanoTime();
		await().atMost(PATIENCE).until(() -> System.nanoTime() - from > 5_000_000_000L);
		Map<String, Long> calls = this.server.commandCalls();
		// Longer on a slow machine.
		long times = 1 + (System.nanoTime() - from) / 6_000_000_000L;
		assertThat(calls.getOrDefault("xreadgroup", 0L)).isBetween(1L, 4 * times);
		assertThat(calls.getOrDefault("evalsha", 0L)).isLessThanOrEqualTo(3 * times);
	}

	private StreamQueue<String> queue(String name) {
		return queue(name, WorkQueueSettings.defaults());
	}

	private int clients() {
		return (int) String.valueOf(this.server.command("CLIENT", "LIST")).lines().count();
	}

}
