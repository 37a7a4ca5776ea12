// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.TaskLease;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.support.CampaignScale;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Fan-outs that are interrupted, repeated and overtaken.
 */
@StandaloneAndCluster
@Tag("contract")
class FeedFanOutTests extends FeedFixture {

	private static final int READERS = 1500;

	private static final int KILLS = CampaignScale.times(2);

	FeedFanOutTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	@Tag("long")
	void bringsAPostToEachFollowerOnceAlthoughWorkersAreKilledInTheMiddle() {
		this.settings.swap(FeedWorker.SETTINGS);
		List<String> readers = readers(READERS, "ben");
		List<String> published = new ArrayList<>();
		int inTheMiddle = 0;
		while (inTheMiddle < KILLS) {
			assertThat(published).as("posts that a worker could finish before it was killed")
				.hasSizeLessThan(5 * KILLS);
			String id = String.format("p%02d", published.size());
			try (ChildJvm worker = start(Duration.ofMillis(100))) {
				this.feed.publish("ben", id, NOON);
				published.add(id);
				await().atMost(PATIENCE)
					.pollDelay(Duration.ZERO)
					.pollInterval(Duration.ofMillis(1))
					.until(() -> has("r0", id));
				worker.kill();
				worker.waitFor(PATIENCE);
			}
			long delivered = readers.stream().filter((reader) -> has(reader, id)).count();
			inTheMiddle += (delivered < READERS) ? 1 : 0;
		}
		try (ChildJvm last = start(Duration.ZERO)) {
			awaitTasks();
		}
		readers.forEach((reader) -> assertThat(inbox(reader)).containsExactlyElementsOf(published));
	}

	@Test
	void repeatsATaskWithoutAnyEffectAndWithWhoeverCameMeanwhile() throws InterruptedException {
		this.settings.swap(this.settings.get().withBatchSize(10));
		List<String> readers = readers(35, "ben");
		try (Consumer consumer = new Consumer()) {
			this.feed.publish("ben", "p1", NOON);
			// Divided, and the worker died before it could acknowledge that.
			FeedTask divide = consumer.take();
			consumer.fanOut.work(divide);
			reader("r1a", "ben");
			reader("a", "ben");
			reader("zz", "ben");
			this.graph.unfollow("r12", "ben");
			consumer.fanOut.work(divide);
			List<FeedTask> parts = new ArrayList<>();
			for (int i = 0; i < 4 + 4; i++) {
				FeedTask part = consumer.take();
				parts.add(part);
				consumer.fanOut.work(part);
			}
			assertThat(parts).extracting(FeedTask::after).contains("r26", "r25");
			parts.forEach(consumer.fanOut::work);
		}
		readers.stream()
			.filter((reader) -> !reader.equals("r12"))
			.forEach((reader) -> assertThat(inbox(reader)).containsExactly("p1"));
		assertThat(inbox("r12")).isEmpty();
		List.of("r1a", "a", "zz").forEach((reader) -> assertThat(inbox(reader)).containsExactly("p1"));
	}

	@Test
	void takesOutWhatWasDeletedBeforeALateTaskDeliversIt() throws InterruptedException {
		readers(10, "ben");
		try (Consumer consumer = new Consumer()) {
			this.feed.publish("ben", "p1", NOON);
			FeedTask deliver = consumer.take();
			consumer.fanOut.work(deliver);
			assertThat(inbox("r3")).containsExactly("p1");
			this.feed.delete("ben", "p1");
			consumer.fanOut.work(consumer.take());
			assertThat(inbox("r3")).isEmpty();
			consumer.fanOut.work(deliver);
			assertThat(inbox("r3")).isEmpty();
			// As if a worker had been stopped between looking at the outbox and
			// delivering: it looks again.
			FollowStore follows = new FollowStore(port(), this.keys);
			new Inboxes(port(), this.keys, follows).deliver(Inboxes.ADD, List.of("r3"), "ben",
					FeedItems.item(FeedItems.digits(NOON), "p1", "ben"), 10);
			assertThat(inbox("r3")).containsExactly("p1");
			consumer.fanOut.work(deliver);
			assertThat(inbox("r3")).isEmpty();
		}
	}

	@Test
	void takesOutWhatWasDeletedBetweenLookingAndDelivering() throws InterruptedException {
		readers(10, "ben");
		try (Consumer consumer = new Consumer()) {
			this.feed.publish("ben", "p1", NOON);
			FeedTask deliver = consumer.take();
			AtomicBoolean deleted = new AtomicBoolean();
			// Asked for its settings after it has looked.
			FeedFanOut overtaken = consumer.fanOut(() -> {
				if (deleted.compareAndSet(false, true)) {
					this.feed.delete("ben", "p1");
					consumer.takeAndWork();
				}
				return this.settings.get();
			});
			overtaken.work(deliver);
			assertThat(deleted).isTrue();
			numbered("r", 0, 10).forEach((reader) -> assertThat(inbox(reader)).isEmpty());
			assertThat(this.feed.tasks().depth()).isZero();
		}
	}

	@Test
	void tellsAllFollowersThatTheyPullAlthoughThePartsAreRepeated() throws InterruptedException {
		this.settings.swap(this.settings.get().withBatchSize(10).withPullThreshold(20));
		List<String> readers = readers(35, "star");
		try (Consumer consumer = new Consumer()) {
			this.feed.publish("star", "s0", NOON);
			consumer.take();
			FeedTask mark = consumer.take();
			assertThat(mark.kind()).isEqualTo(FeedTask.Kind.MARK);
			consumer.fanOut.work(mark);
			assertThat(this.feed.publish("star", "s1", NOON).delivery()).isEqualTo(PublishResult.Delivery.PUSHED);
			consumer.fanOut.work(mark);
			int parts = 0;
			while (this.feed.publish("star", "s2", NOON).delivery() == PublishResult.Delivery.PUSHED) {
				FeedTask next = consumer.take();
				if (next.kind() == FeedTask.Kind.MARK) {
					consumer.fanOut.work(next);
					parts++;
				}
			}
			assertThat(parts).isGreaterThanOrEqualTo(3);
		}
		// Nothing was delivered yet, and everything is seen.
		readers.forEach((reader) -> {
			assertThat(inbox(reader)).isEmpty();
			assertThat(ids(reader)).containsExactly("s2", "s1", "s0");
		});
	}

	private ChildJvm start(Duration pause) {
		List<String> args = new ArrayList<>(List.of(this.keys.prefix(), pause.toString()));
		args.addAll(server().uris());
		ChildJvm child = ChildJvm.start(FeedWorker.class, args.toArray(String[]::new));
		child.awaitLine("ready"::equals);
		return child;
	}

	private boolean has(String reader, String id) {
		String item = new String(FeedItems.item(FeedItems.digits(NOON), id, "ben"),
				java.nio.charset.StandardCharsets.UTF_8);
		return command(inboxKey(reader), "ZSCORE", inboxKey(reader), item) != null;
	}

	/** Takes tasks as a worker does, and works on them when it is told to. */
	private final class Consumer implements AutoCloseable {

		private final Background background = new Background();

		private final StreamQueues streams = StreamQueues.create(port(), FeedFanOutTests.this.keys, ValueCodecs.json(),
				this.background, new LiveSettings<>(Map.of()));

		private final TaskQueue<FeedTask> queue = TaskQueues.create(this.streams, new LiveSettings<>(Map.of()))
			.get("feed", FeedTask.class, WorkQueueSettings.defaults());

		final FeedFanOut fanOut;

		Consumer() {
			this.fanOut = fanOut(FeedFanOutTests.this.settings);
		}

		FeedFanOut fanOut(Supplier<FeedSettings> settings) {
			KeySpace keys = FeedFanOutTests.this.keys;
			FollowStore follows = new FollowStore(port(), keys);
			return new FeedFanOut(follows, new Outboxes(port(), keys, follows), new Inboxes(port(), keys, follows),
					this.queue, settings, SocialObserver.NONE);
		}

		void takeAndWork() {
			try {
				this.fanOut.work(take());
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}

		FeedTask take() throws InterruptedException {
			TaskLease<FeedTask> lease = this.queue.poll(PATIENCE).orElseThrow();
			lease.ack();
			return lease.value();
		}

		@Override
		public void close() {
			this.streams.stop(Duration.ofSeconds(5));
			this.background.close();
		}

	}

}
