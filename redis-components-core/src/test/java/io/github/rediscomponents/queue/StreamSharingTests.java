// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * No message waits while a handler is idle, in this process or in another.
 */
@Timeout(180)
class StreamSharingTests extends StreamFaultFixture {

	/** Nothing comes again because a slow machine took long for it. */
	private static final WorkQueueSettings SHARED = QUICK.withVisibility(Duration.ofSeconds(6));

	private final Semaphore permits = new Semaphore(0);

	private final Queue<String> seen = new ConcurrentLinkedQueue<>();

	private StreamQueues second;

	private StreamQueue<String> elsewhere(String name) {
		this.second = StreamQueues.create(this.port, new KeySpace("test"), codecs(), this.background,
				new LiveSettings<>(Map.of()));
		return this.second.get(name, String.class, SHARED);
	}

	@AfterEach
	void letGo() {
		this.permits.release(1_000_000);
		if (this.second != null) {
			this.second.stop(PATIENCE);
		}
	}

	private void handle(Delivery<String> delivery) throws InterruptedException {
		if (delivery.value().startsWith("long")) {
			this.permits.acquire();
		}
		this.seen.add(delivery.value());
	}

	@Test
	void oneIdleHandlerAmongBusyOnesIsGivenWork() {
		StreamQueue<String> queue = queue("idle", SHARED);
		queue.subscribe(this::handle, SubscribeOptions.concurrency(8).withPrefetch(2));
		queue.publishAll(IntStream.range(0, 7).mapToObj((i) -> "long" + i).toList());
		await().atMost(PATIENCE).until(() -> queue.stats().pending() == 7);
		for (int i = 0; i < 20; i++) {
			String message = "short" + i;
			queue.publish(message);
			await().atMost(PATIENCE).until(() -> this.seen.contains(message));
		}
	}

	@Test
	void anIdleSubscriptionIsGivenWhatAnotherWouldHoldReady() {
		StreamQueue<String> queue = queue("two", SHARED);
		Queue<String> first = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> {
			first.add(delivery.value());
			handle(delivery);
		}, SubscribeOptions.DEFAULTS.withPrefetch(100));
		// Quick ones first, so that it would hold some ready.
		queue.publishAll(StreamQueueTests.numbers(200));
		await().atMost(PATIENCE).until(() -> this.seen.size() == 200);
		queue.publish("long");
		await().atMost(PATIENCE).until(() -> first.contains("long"));
		queue.subscribe(this::handle, SubscribeOptions.DEFAULTS);
		for (int i = 0; i < 20; i++) {
			String message = "short" + i;
			queue.publish(message);
			await().atMost(PATIENCE).until(() -> this.seen.contains(message));
		}
	}

	@Test
	void longTasksAreNotHeldFromAnIdleProcess() {
		StreamQueue<String> here = queue("fair", SHARED);
		StreamQueue<String> there = elsewhere("fair");
		here.subscribe(this::handle, SubscribeOptions.DEFAULTS);
		here.publishAll(IntStream.range(0, 12).mapToObj((i) -> "long" + i).toList());
		await().atMost(PATIENCE).until(() -> here.stats().pending() == 1);
		there.subscribe(this::handle, SubscribeOptions.DEFAULTS);
		for (int done = 0; done < 11; done++) {
			int handled = done;
			// A task that ends as soon as it began does not count as long.
			await().atMost(PATIENCE)
				.during(Duration.ofMillis(100))
				.until(() -> this.permits.getQueueLength() == 2 && here.stats().pending() == 2);
			assertThat(here.stats().lag()).isEqualTo(12 - 2 - done);
			this.permits.release();
			await().atMost(PATIENCE).until(() -> this.seen.size() == handled + 1);
			if (done == 10) {
				break;
			}
		}
		this.permits.release();
		await().atMost(PATIENCE).until(() -> this.seen.size() == 12);
	}

	@Test
	void whatQuickHandlersHoldReadyGoesToAnIdleProcessWhenOneIsSlow() {
		StreamQueue<String> here = queue("turned", SHARED);
		StreamQueue<String> there = elsewhere("turned");
		here.subscribe(this::handle, SubscribeOptions.DEFAULTS.withPrefetch(1000));
		List<String> messages = new ArrayList<>(StreamQueueTests.numbers(300));
		messages.set(150, "long");
		here.publishAll(messages);
		await().atMost(PATIENCE).until(() -> this.seen.size() == 150);
		there.subscribe(this::handle, SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> this.seen.size() == 299);
		assertThat(here.stats().pending()).isEqualTo(1);
		this.permits.release();
		await().atMost(PATIENCE).until(() -> this.seen.size() == 300);
		await().atMost(PATIENCE).until(() -> here.stats().depth() == 0);
		assertThat(this.seen).doesNotHaveDuplicates();
	}

	@Test
	void whatABusySubscriptionHoldsReadyGoesToOneThatComesLater() {
		StreamQueue<String> queue = queue("later", SHARED);
		behindALongOne(queue, queue::publishAll);
		queue.subscribe(this::handle, SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> this.seen.size() == 299);
		assertThat(queue.stats().depth()).isEqualTo(1);
		this.permits.release();
		await().atMost(PATIENCE).until(() -> queue.stats().depth() == 0);
		assertThat(this.seen).hasSize(300).doesNotHaveDuplicates();
	}

	@Test
	void whatABusySubscriptionHoldsReadyGoesToAPoll() throws InterruptedException {
		TaskQueue<String> queue = tasks("polled", SHARED);
		behindALongOne(queue, queue::enqueueAll);
		while (this.seen.size() < 299) {
			TaskLease<String> task = queue.poll(PATIENCE).orElseThrow();
			this.seen.add(task.value());
			assertThat(task.ack()).isEqualTo(Settlement.ACKNOWLEDGED);
		}
		this.permits.release();
		await().atMost(PATIENCE).until(() -> queue.stats().depth() == 0);
		assertThat(this.seen).hasSize(300).doesNotHaveDuplicates();
	}

	/** One handler waits in the middle of 300 messages, and some wait behind it. */
	private void behindALongOne(WorkQueue<String> queue, Consumer<List<String>> publish) {
		queue.subscribe(this::handle, SubscribeOptions.DEFAULTS.withPrefetch(1000));
		List<String> messages = new ArrayList<>(StreamQueueTests.numbers(300));
		messages.set(150, "long");
		publish.accept(messages);
		await().atMost(PATIENCE).until(() -> this.permits.getQueueLength() == 1);
		assertThat(this.seen).hasSize(150);
	}

	@Test
	void aQueueOfOneDoesNotSlowDownAQueueOfManyThatSharesItsReader() {
		StreamQueue<String> small = queue("small", SHARED);
		StreamQueue<String> large = queue("large", SHARED);
		AtomicInteger handled = new AtomicInteger();
		small.subscribe((delivery) -> {
		}, SubscribeOptions.DEFAULTS.withPrefetch(0));
		await().atMost(PATIENCE)
			.until(() -> String.valueOf(this.server.command("CLIENT", "LIST")).contains("cmd=xreadgroup"));
		large.publishAll(StreamQueueTests.numbers(5000));
		this.server.resetStats();
		large.subscribe((delivery) -> handled.incrementAndGet(), SubscribeOptions.concurrency(4).withPrefetch(500));
		await().atMost(PATIENCE).until(() -> handled.get() == 5000);
		assertThat(this.server.commandCalls().get("xreadgroup")).isLessThan(1000);
	}

}
