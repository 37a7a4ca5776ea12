package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Who takes what comes: handlers, those who poll, and nobody any more.
 */
@Timeout(60)
class SinkTests extends StreamQueueFixture {

	@Override
	protected RedisPort port() {
		return TestPorts.standalone();
	}

	@Override
	protected RedisDeployment server() {
		return SharedRedis.standalone();
	}

	@Test
	void whatNobodyPollsForIsRenewedForTheHandlerThatTakesIt() throws InterruptedException {
		StreamQueues process = process();
		RedisStreamQueue<String> queue = process.open("task", this.name, null, String.class,
				new LiveSettings<>(QUICK.withVisibility(Duration.ofSeconds(30))));
		RedisTaskQueue<String> tasks = new RedisTaskQueue<>(queue);
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch finish = new CountDownLatch(1);
		tasks.subscribe((delivery) -> {
			begun.countDown();
			finish.await();
		}, SubscribeOptions.concurrency(1).withPrefetch(0));
		assertThat(tasks.poll(Duration.ZERO)).isEmpty();
		tasks.enqueue("busy");
		assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
		QueueConsumer consumer = process.engine().join(queue.store(), "workers", (joined) -> new PollSink());
		for (int i = 0; i < 4; i++) {
			Lease lease = new Lease(i + "-1", 1, Map.of(), System.nanoTime());
			// As when those who polled have gone before the reply came.
			consumer.arrived(List.of(lease));
			assertThat(lease.isRenewed()).as("task %s", i).isTrue();
		}
		finish.countDown();
	}

	@Test
	void saysOfNothingThatIsLostThatItIsADeadLetter() {
		StreamQueues process = process();
		StreamStore store = process.open("task", this.name, null, String.class, new LiveSettings<>(QUICK)).store();
		try (CapturedLog log = CapturedLog.of("io.github.rediscomponents.queue")) {
			QueueConsumer consumer = process.engine().join(store, "workers", (joined) -> new PollSink());
			await().atMost(PATIENCE).until(() -> store.groups().names().contains("workers"));
			HandlerSink<String> sink = new HandlerSink<>(consumer, this.background,
					ValueCodecs.json().codec(String.class), (delivery) -> {
					}, SubscribeOptions.DEFAULTS);
			// Without a payload, and unreadable; and nobody knows them.
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
		RedisStreamQueue<String> queue = process.open("stream", this.name, null, String.class,
				new LiveSettings<>(QUICK));
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch finish = new CountDownLatch(1);
		Sink slow = new SlowSink(begun, finish);
		QueueConsumer consumer = process.engine().join(queue.store(), "workers", (joined) -> slow);
		queue.publish("a");
		assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
		CompletableFuture<Void> over = process.engine().part(consumer, slow).toCompletableFuture();
		boolean early = over.isDone();
		finish.countDown();
		assertThat(early).isFalse();
		assertThat(over).succeedsWithin(PATIENCE);
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
		public void share() {
		}

	}

}
