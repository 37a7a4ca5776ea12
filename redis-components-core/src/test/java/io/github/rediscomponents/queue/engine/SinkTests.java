// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.StreamQueueFixture;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.WorkQueue;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What becomes of what comes: handlers, polls and none of them take it.
 */
@Timeout(60)
class SinkTests extends StreamQueueFixture {

	SinkTests() {
		super(RedisTopology.STANDALONE);
	}

	@Test
	void whatNobodyPollsForIsRenewedForTheHandlerThatTakesIt() throws InterruptedException {
		StreamQueues process = process();
		TaskQueue<String> tasks = TaskQueues.create(process, new LiveSettings<>(Map.of()))
			.get(this.name, String.class, QUICK.withVisibility(Duration.ofSeconds(30)));
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch finish = new CountDownLatch(1);
		tasks.subscribe((delivery) -> {
			begun.countDown();
			finish.await();
		}, SubscribeOptions.concurrency(1).withPrefetch(0));
		assertThat(tasks.poll(Duration.ZERO)).isEmpty();
		tasks.enqueue("busy");
		assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
		QueueConsumer consumer = engine(process).join(store(tasks), "workers", (joined) -> new PollSink());
		for (int i = 0; i < 4; i++) {
			Lease lease = new Lease(i + "-1", 1, Map.of(), System.nanoTime());
			// As when the polls have ended before the reply came.
			consumer.arrived(List.of(lease));
			assertThat(lease.isRenewed()).as("task %s", i).isTrue();
		}
		finish.countDown();
	}

	@Test
	void saysOfNothingThatIsLostThatItIsADeadLetter() {
		StreamQueues process = process();
		StreamStore store = store(process.get(this.name, String.class, QUICK));
		try (CapturedLog log = CapturedLog.of("io.github.rediscomponents.queue")) {
			QueueConsumer consumer = engine(process).join(store, "workers", (joined) -> new PollSink());
			await().atMost(PATIENCE).until(() -> store.groups().names().contains("workers"));
			HandlerSink<String> sink = new HandlerSink<>(consumer, this.background,
					ValueCodecs.json().codec(String.class), (delivery) -> {
					}, SubscribeOptions.DEFAULTS);
			// Without a payload, and unreadable; and unknown to the server.
			assertThat(sink.offer(new Lease("1-1", 1, Map.of(), System.nanoTime()))).isTrue();
			assertThat(sink.offer(new Lease("1-2", 1, Map.of("v", new byte[] { '{' }), System.nanoTime()))).isTrue();
			sink.stop();
			assertThat(sink.finished()).succeedsWithin(PATIENCE);
			assertThat(log.lines()).noneMatch((line) -> line.contains("dead letter"));
		}
	}

	@Test
	void whoIsTakenOutWaitsForWhatIsBeingHandedOver() throws InterruptedException {
		StreamQueues process = process();
		StreamQueue<String> queue = process.get(this.name, String.class, QUICK);
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch finish = new CountDownLatch(1);
		Sink slow = new SlowSink(begun, finish);
		QueueConsumer consumer = engine(process).join(store(queue), "workers", (joined) -> slow);
		queue.publish("a");
		assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
		CompletableFuture<Void> over = engine(process).part(consumer, slow).toCompletableFuture();
		boolean early = over.isDone();
		finish.countDown();
		assertThat(early).isFalse();
		assertThat(over).succeedsWithin(PATIENCE);
	}

	/**
	 * As when a reply comes to a read that began while a handler was idle, or could be
	 * expected to be soon.
	 */
	@Test
	void whatComesWhileAllAreBusyIsHandledByTheFirstThatIsIdle() throws InterruptedException {
		StreamQueues process = process();
		StreamQueue<String> queue = process.get(this.name, String.class, QUICK.withVisibility(Duration.ofMinutes(1)));
		CountDownLatch begun = new CountDownLatch(2);
		CountDownLatch longer = new CountDownLatch(1);
		CountDownLatch shorter = new CountDownLatch(1);
		Queue<String> handled = new ConcurrentLinkedQueue<>();
		for (CountDownLatch busy : List.of(longer, shorter)) {
			queue.subscribe((delivery) -> {
				begun.countDown();
				busy.await();
				handled.add(delivery.value());
			}, SubscribeOptions.DEFAULTS);
		}
		queue.publishAll(List.of("one", "two"));
		assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
		QueueConsumer consumer = engine(process).join(store(queue), "workers", (joined) -> new PollSink());
		for (int i = 0; i < 4; i++) {
			byte[] payload = ("late" + i).getBytes(StandardCharsets.UTF_8);
			consumer.arrived(List.of(new Lease(i + "-1", 1, Map.of("v", payload), System.nanoTime())));
		}
		assertThat(handled).isEmpty();
		shorter.countDown();
		await().atMost(PATIENCE).until(() -> handled.size() == 5);
		assertThat(handled).contains("late0", "late1", "late2", "late3");
		longer.countDown();
		await().atMost(PATIENCE).until(() -> handled.size() == 6);
	}

	private static QueueEngine engine(StreamQueues process) {
		return EngineQueues.of(process).engine();
	}

	private static StreamStore store(WorkQueue<?> queue) {
		return ((EngineQueue<?>) queue).store();
	}

	/**
	 * Takes one message, and takes its time for it.
	 *
	 * @param begun counted down when it comes
	 * @param finish what is waited for then
	 */
	private record SlowSink(CountDownLatch begun, CountDownLatch finish) implements Sink {

		@Override
		public int free() {
			return (int) this.begun.getCount();
		}

		@Override
		public int idle() {
			return free();
		}

		@Override
		public boolean wants() {
			return free() > 0;
		}

		@Override
		public boolean offer(Lease lease) {
			this.begun.countDown();
			try {
				return this.finish.await(20, TimeUnit.SECONDS);
			}
			catch (InterruptedException ex) {
				return false;
			}
		}

		@Override
		public boolean pass(Predicate<Lease> taker) {
			return false;
		}

		@Override
		public void share() {
		}

		@Override
		public void giveBack() {
			// Nothing waits here.
		}

	}

}
