// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.eviction;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.PublishOptions;
import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.Settlement;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.TaskLease;
import io.github.rediscomponents.queue.TrimPolicy;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.delay.ScheduleOptions;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.support.eviction.Eviction.Act;
import io.github.rediscomponents.support.eviction.Eviction.Answer;
import io.github.rediscomponents.support.eviction.Eviction.Scene;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@link EvictionCampaignTests} plays with queues.
 */
final class EvictionQueueScenes {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Duration MOMENT = Duration.ofMillis(10);

	/** With a look around every second. */
	private static final WorkQueueSettings QUICK = WorkQueueSettings.defaults()
		.withVisibility(Duration.ofSeconds(3))
		.withTrace(true)
		.withMaxDeadLetters(1);

	private EvictionQueueScenes() {
	}

	static Stream<Scene> of() {
		return Stream.of(new Scene("task queue", EvictionQueueScenes::taskQueue),
				new Scene("stream queue", EvictionQueueScenes::streamQueue),
				new Scene("delay queue", EvictionQueueScenes::delayQueue));
	}

	private static StreamQueues streams(CommandPort port, KeySpace keys, Background background) {
		return StreamQueues.create(port, keys, ValueCodecs.json(), background, new LiveSettings<>(Map.of()));
	}

	private static Act taskQueue(CommandPort port, KeySpace keys, Background background) {
		StreamQueues streams = streams(port, keys, background);
		Tasks tasks = new Tasks(
				TaskQueues.create(streams, new LiveSettings<>(Map.of())).get("mail", String.class, QUICK));
		return new Act(tasks::begin, tasks::ask, streams::close);
	}

	private static Act streamQueue(CommandPort port, KeySpace keys, Background background) {
		StreamQueues streams = streams(port, keys, background);
		News news = new News(port,
				streams.get("news", Integer.class, WorkQueueSettings.defaults().withRetention(TrimPolicy.ALL_GROUPS)));
		return new Act(news::begin, news::ask, streams::close);
	}

	private static Act delayQueue(CommandPort port, KeySpace keys, Background background) {
		StreamQueues streams = streams(port, keys, background);
		Reminders reminders = new Reminders(DelayQueues.create(streams, new LiveSettings<>(Map.of()))
			.get("reminders", String.class, WorkQueueSettings.defaults()));
		return new Act(reminders::begin, reminders::ask, streams::close);
	}

	/** Until nothing is left, by its own account. */
	private static boolean isEmpty(QueueStats stats) {
		return stats.depth() == 0 && stats.lag() == 0 && stats.pending() == 0 && stats.retrying() == 0;
	}

	/**
	 * One task is held, one waits, one is in back-off, one is a dead letter.
	 */
	private record Tasks(TaskQueue<String> queue, Map<String, TaskLease<String>> leases) {

		private static final Set<String> ALL = Set.of("held", "back", "waits");

		Tasks(TaskQueue<String> queue) {
			this(queue, new ConcurrentHashMap<>());
		}

		private TaskLease<String> next() throws InterruptedException {
			return this.queue.poll(PATIENCE).orElseThrow();
		}

		void begin() throws Exception {
			// Again if tasks were lost to a stall of the machine.
			for (int i = 0; !begun(); i++) {
				assertThat(i).as("tasks lost").isLessThan(5);
			}
		}

		private boolean begun() throws InterruptedException {
			this.queue.purge();
			this.queue.deadLetters().clear();
			this.queue.enqueueAll(List.of("done", "dead1", "dead2", "held", "back"));
			List<Settlement> settled = new ArrayList<>();
			settled.add(next().ack());
			settled.add(next().reject("wrong"));
			settled.add(next().reject("wrong"));
			this.leases.put("held", next());
			settled.add(next().nack(Duration.ofMillis(1)));
			this.queue.enqueue("waits", PublishOptions.id("waits"));
			if (settled.contains(Settlement.LOST)) {
				return false;
			}
			assertThat(settled).containsExactly(Settlement.ACKNOWLEDGED, Settlement.DEAD, Settlement.DEAD,
					Settlement.RETRY);
			return true;
		}

		Answer ask() throws Exception {
			Set<String> done = new HashSet<>();
			// On a slow machine it may have been lost to the others, who get it then.
			if (this.leases.get("held").ack() == Settlement.ACKNOWLEDGED) {
				done.add("held");
			}
			boolean known = this.queue.enqueue("waits", PublishOptions.id("waits")).duplicate();
			Eviction.await(() -> {
				Optional<TaskLease<String>> next = this.queue.poll(MOMENT);
				next.filter((lease) -> lease.ack() == Settlement.ACKNOWLEDGED)
					.ifPresent((lease) -> done.add(lease.value()));
				return next.isEmpty() && isEmpty(this.queue.stats());
			});
			Set<String> letters = this.queue.deadLetters()
				.list(10)
				.stream()
				.map((letter) -> letter.value().orElseThrow())
				.collect(Collectors.toSet());
			begin();
			if (done.equals(ALL)) {
				return (known && letters.equals(Set.of("dead2"))) ? Answer.RIGHT
						: Answer.lessIf(!known || letters.isEmpty());
			}
			// All of the stream is gone, so the id is free again.
			assertThat(done).as("of which one waited").isEqualTo(Set.of("waits"));
			return Answer.lessIf(!known);
		}

	}

	/**
	 * One group has had a message, the other one has not. One message cannot be read.
	 */
	private static final class News {

		private final CommandPort port;

		private final StreamQueue<Integer> queue;

		private final Set<Integer> read = ConcurrentHashMap.newKeySet();

		/** What was published; its opposite comes later. */
		private int today;

		News(CommandPort port, StreamQueue<Integer> queue) {
			this.port = port;
			this.queue = queue;
			this.queue.subscribe((delivery) -> this.read.add(delivery.value()),
					SubscribeOptions.DEFAULTS.withGroup("readers"));
		}

		private QueueSubscription archive(Set<Integer> into) {
			return this.queue.subscribe((delivery) -> into.add(delivery.value()),
					SubscribeOptions.DEFAULTS.withGroup("archive"));
		}

		void begin() {
			this.queue.purge();
			// So that the group is there.
			archive(new HashSet<>()).close();
			this.today++;
			this.queue.publish(this.today, PublishOptions.id("day" + this.today));
			byte[] unreadable = "no number".getBytes(StandardCharsets.UTF_8);
			this.port.call((commands) -> commands.xadd(this.queue.streamKey(), Map.of("v", unreadable)));
			Eviction.await(() -> this.read.contains(this.today) && this.queue.stats("readers").retrying() == 1);
		}

		Answer ask() {
			int before = this.today;
			boolean known = this.queue.publish(before, PublishOptions.id("day" + before)).duplicate();
			int after = -before;
			this.queue.publish(after);
			Set<Integer> archived = ConcurrentHashMap.newKeySet();
			QueueSubscription archive = archive(archived);
			// In the order of the stream.
			Eviction.await(() -> archived.contains(after) && this.read.contains(after));
			assertThat(archive.stop(PATIENCE)).isTrue();
			assertThat(archived).as("let in again, or kept").contains(before);
			begin();
			return known ? Answer.RIGHT : Answer.LESS;
		}

	}

	/**
	 * Two tasks wait for an hour, one was handed over, one is a dead letter.
	 */
	private record Reminders(DelayQueue<String> queue) {

		private static final Duration FAR = Duration.ofHours(1);

		void begin() throws Exception {
			this.queue.purge();
			Eviction.await(() -> poll().isEmpty() && EvictionQueueScenes.isEmpty(this.queue.stats()));
			this.queue.deadLetters().clear();
			this.queue.schedule("bad", Duration.ZERO);
			assertThat(this.queue.poll(PATIENCE).orElseThrow().reject("wrong")).isEqualTo(Settlement.DEAD);
			schedule("far");
			schedule("old");
			this.queue.schedule("near", Duration.ZERO);
			Eviction.await(() -> this.queue.stats().depth() == 1);
		}

		private boolean schedule(String task) {
			return this.queue.schedule(task, FAR, ScheduleOptions.id(task)).duplicate();
		}

		private Optional<String> poll() throws InterruptedException {
			return this.queue.poll(MOMENT)
				.filter((lease) -> lease.ack() == Settlement.ACKNOWLEDGED)
				.map(TaskLease::value);
		}

		Answer ask() throws Exception {
			boolean knows = this.queue.peek("far").isPresent();
			assertThat(schedule("far")).as("refused as one that waits").isEqualTo(knows);
			assertThat(this.queue.reschedule("far", Duration.ZERO)).isPresent();
			Set<String> done = new HashSet<>();
			Eviction.await(() -> {
				poll().ifPresent(done::add);
				return done.contains("far") && EvictionQueueScenes.isEmpty(this.queue.stats());
			});
			boolean near = done.remove("near");
			assertThat(near || knows).as("was handed over").isTrue();
			assertThat(done).as("before its time").isEqualTo(Set.of("far"));
			boolean old = this.queue.peek("old").isPresent();
			assertThat(old).isEqualTo(knows);
			if (!old) {
				// Whether its time or its content was lost.
				Eviction.await(() -> isBuried("old"));
			}
			boolean letter = letters().contains("bad");
			begin();
			return (near && knows && letter) ? Answer.RIGHT : Answer.LESS;
		}

		private boolean isBuried(String task) {
			return this.queue.deadLetters()
				.list(10)
				.stream()
				.anyMatch((letter) -> letter.messageId().equals(Optional.of(task)));
		}

		private Set<String> letters() {
			return this.queue.deadLetters()
				.list(10)
				.stream()
				.map((letter) -> letter.value().orElse("nothing"))
				.collect(Collectors.toSet());
		}

	}

}
