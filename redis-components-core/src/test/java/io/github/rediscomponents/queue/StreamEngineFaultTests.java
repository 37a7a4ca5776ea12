// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What happens to queues when threads, codecs and single streams fail.
 */
@Timeout(180)
class StreamEngineFaultTests extends StreamFaultFixture {

	/** What the factory of the workers does instead of making a thread. */
	private volatile String refusal = "";

	@Override
	ThreadFactory workers() {
		ThreadFactory real = Background.daemon("test-worker");
		return (task) -> switch (this.refusal) {
			case "null" -> null;
			case "error" -> throw new OutOfMemoryError("unable to create native thread");
			default -> real.newThread(task);
		};
	}

	@Override
	ValueCodecs codecs() {
		return reading((text) -> {
			if (text.startsWith("deep")) {
				throw new StackOverflowError("nested too deep");
			}
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "null", "error" })
	void aMessageIsWorkedOnWhenThereAreThreadsAgain(String how) {
		StreamQueue<String> queue = queue("threads", QUICK);
		Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
		this.refusal = how;
		queue.subscribe((delivery) -> attempts.add(delivery.attempt()), SubscribeOptions.DEFAULTS);
		queue.publish("a");
		await().atMost(PATIENCE).until(() -> queue.stats().pending() == 1);
		this.refusal = "";
		await().atMost(PATIENCE).until(() -> !attempts.isEmpty());
		await().atMost(PATIENCE).until(() -> queue.stats().depth() == 0);
	}

	@Test
	void aCodecThatFailsBadlyStopsNobody() throws InterruptedException {
		StreamQueue<String> queue = queue("deep", QUICK);
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		queue.publishAll(IntStream.range(0, 30).mapToObj((i) -> "deep" + i).toList());
		queue.publish("good");
		await().atMost(PATIENCE).until(() -> seen.contains("good"));
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 30);
		assertThat(queue.deadLetters().list(1).get(0).error()).contains("nested too deep");
		TaskQueue<String> tasks = tasks("deep", QUICK);
		tasks.enqueue("deep");
		tasks.enqueue("good");
		assertThat(tasks.poll(PATIENCE).orElseThrow().value()).isEqualTo("good");
		assertThat(tasks.deadLetters().size()).isEqualTo(1);
	}

	@Test
	void aStreamThatCannotBeReadStopsNoOther() {
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		StreamQueue<String> broken = queue("broken", QUICK);
		StreamQueue<String> other = queue("other", QUICK);
		broken.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		other.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		broken.publish("a");
		other.publish("b");
		await().atMost(PATIENCE).until(() -> seen.size() == 2);
		this.server.command("SET", broken.streamKey(), "somebody's text");
		other.publish("c");
		await().atMost(PATIENCE).until(() -> seen.contains("c"));
		other.publish("d");
		await().atMost(PATIENCE).until(() -> seen.contains("d"));
		this.server.command("DEL", broken.streamKey());
		broken.publish("e");
		await().atMost(PATIENCE).until(() -> seen.contains("e"));
	}

	@Test
	void stoppingWithoutPatienceEndsTheHeartbeats() {
		StreamQueue<String> queue = queue("hasty", QUICK.withVisibility(Duration.ofMillis(500)));
		QueueSubscription subscription = queue.subscribe((delivery) -> {
		}, SubscribeOptions.DEFAULTS);
		queue.publish("a");
		await().atMost(PATIENCE).until(() -> queue.stats().depth() == 0);
		this.proxy.freeze();
		subscription.stop(Duration.ofMillis(20));
		this.proxy.thaw();
		await().atMost(PATIENCE).until(() -> queue.stats().consumers() == 0);
		assertThat(scriptsIn(Duration.ofSeconds(2))).isZero();
	}

	@Test
	void aNewSubscriptionLeavesTheOldOnesHandlersTheirMessages() throws InterruptedException {
		StreamQueue<String> queue = queue("again", QUICK.withVisibility(Duration.ofMillis(4500)));
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch finish = new CountDownLatch(1);
		AtomicInteger times = new AtomicInteger();
		MessageHandler<String> slow = (delivery) -> {
			times.incrementAndGet();
			begun.countDown();
			assertThat(finish.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		};
		QueueSubscription first = queue.subscribe(slow, SubscribeOptions.DEFAULTS);
		queue.publish("slow");
		assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
		assertThat(first.stop(Duration.ofMillis(20))).isFalse();
		queue.subscribe(slow, SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> queue.stats().oldest().toMillis() > 5000);
		finish.countDown();
		await().atMost(PATIENCE).until(() -> queue.stats().depth() == 0);
		assertThat(times).hasValue(1);
	}

	@Test
	void stoppingIsOverWhenItSaysSo() {
		StreamQueue<String> busy = queue("busy", PATIENT);
		StreamQueue<String> other = queue("other", QUICK);
		AtomicInteger seen = new AtomicInteger();
		busy.subscribe((delivery) -> seen.incrementAndGet(), SubscribeOptions.DEFAULTS);
		int sent = 0;
		for (int i = 0; i < 200; i++) {
			QueueSubscription subscription = other.subscribe((delivery) -> {
			}, SubscribeOptions.DEFAULTS);
			busy.publishAll(IntStream.range(0, 20).mapToObj(String::valueOf).toList());
			sent += 20;
			assertThat(subscription.stop(PATIENCE)).isTrue();
			other.publish("after");
			assertThat(other.stats()).satisfies((stats) -> {
				assertThat(stats.pending()).isZero();
				assertThat(stats.consumers()).isZero();
			});
			this.server.command("DEL", other.streamKey(), other.streamKey() + ":retry:workers");
		}
		int all = sent;
		await().atMost(PATIENCE).until(() -> seen.get() == all);
	}

	@Test
	void whoBeginsToWaitWhileItStopsIsSentAwayAtOnce() throws InterruptedException {
		for (int i = 0; i < 50; i++) {
			StreamQueues process = StreamQueues.create(this.port, new io.github.rediscomponents.KeySpace("test"),
					codecs(), this.background, new io.github.rediscomponents.LiveSettings<>(java.util.Map.of()));
			TaskQueue<String> tasks = TaskQueues
				.create(process, new io.github.rediscomponents.LiveSettings<>(java.util.Map.of()))
				.get("stopping" + i, String.class, QUICK);
			assertThat(tasks.poll(Duration.ZERO)).isEmpty();
			CountDownLatch polling = new CountDownLatch(1);
			Thread poller = new Thread(() -> {
				try {
					polling.countDown();
					while (tasks.poll(PATIENCE.multipliedBy(10)).isEmpty()) {
						polling.countDown();
					}
				}
				catch (IllegalStateException | InterruptedException ex) {
					polling.countDown();
				}
			});
			poller.setDaemon(true);
			poller.start();
			assertThat(polling.await(20, TimeUnit.SECONDS)).isTrue();
			process.stop(PATIENCE);
			poller.join(PATIENCE.toMillis());
			assertThat(poller.isAlive()).isFalse();
		}
	}

}
