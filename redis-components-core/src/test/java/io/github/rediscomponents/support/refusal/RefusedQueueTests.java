// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.refusal;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import io.lettuce.core.Consumer;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.models.stream.PendingMessage;
import org.awaitility.Awaitility;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.PublishOptions;
import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.Settlement;
import io.github.rediscomponents.queue.TaskLease;
import io.github.rediscomponents.queue.WorkQueue;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.delay.ScheduleOptions;
import io.github.rediscomponents.queue.delay.WaitingTask;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.refusal.Refusal.Scene;
import io.github.rediscomponents.support.refusal.Refusal.Use;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * With queues.
 */
class RefusedQueueTests extends RefusedSteps {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	/** Longer than a machine stalls. */
	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final Duration FAR = Duration.ofHours(1);

	private static final WorkQueueSettings QUICK = WorkQueueSettings.defaults()
		.withVisibility(LEASE)
		.withTrace(true)
		.withMaxDeadLetters(2);

	/** Of the look around in the background, which the log tells of. */
	private static final Set<String> LOOKING = Set.of("get", "hlen", "time", "xinfo", "xlen", "xpending", "zcard",
			"zrange");

	static Stream<Scene> scenes() {
		return Stream.of(new Scene("task queue", RefusedQueueTests::taskQueue, LOOKING),
				new Scene("returned task", RefusedQueueTests::returnedTask, LOOKING),
				new Scene("delay queue", RefusedQueueTests::delayQueue, Set.of("publish")),
				new Scene("due tasks", RefusedQueueTests::dueTasks, Set.of(Scene.ANY)));
	}

	private static StreamQueues streams(CommandPort port, KeySpace keys, Background background) {
		return StreamQueues.create(port, keys, ValueCodecs.json(), background, new LiveSettings<>(Map.of()));
	}

	/** Without a handler, so that only the steps send commands. */
	private static Use taskQueue(CommandPort port, KeySpace keys, Background background) {
		StreamQueues streams = streams(port, keys, background);
		TaskQueue<String> queue = TaskQueues.create(streams, new LiveSettings<>(Map.of()))
			.get("mail", String.class, QUICK);
		Map<String, TaskLease<String>> leases = new HashMap<>();
		return new Use().step("enqueue", () -> {
			for (String task : List.of("done", "dead", "back")) {
				queue.enqueue(task, PublishOptions.id(task));
			}
		})
			.step("poll", () -> take(queue, leases, "done"))
			.step("acknowledge", () -> assertThat(leases.get("done").ack()).isEqualTo(Settlement.ACKNOWLEDGED))
			.step("poll another", () -> take(queue, leases, "dead"))
			.step("reject", () -> assertThat(leases.get("dead").reject("wrong")).isEqualTo(Settlement.DEAD))
			.step("poll a third", () -> take(queue, leases, "back"))
			.step("return", () -> assertThat(leases.get("back").nack(Duration.ofMillis(1))).isEqualTo(Settlement.RETRY))
			.step("enqueue another", () -> queue.enqueue("more", PublishOptions.id("more")))
			.step("look", queue::stats)
			.check(() -> {
				assertThat(drained(() -> queue.poll(Duration.ofMillis(10)), queue)).containsExactlyInAnyOrder("back",
						"more");
				assertThat(letters(queue)).containsExactly("dead");
				assertThat(queue.deadLetters().redrive(5)).isOne();
				assertThat(drained(() -> queue.poll(Duration.ofMillis(10)), queue)).containsExactly("dead");
			})
			.closing(streams::close);
	}

	/** A script that notes the return in the trace after it made it. */
	private static Use returnedTask(CommandPort port, KeySpace keys, Background background) {
		StreamQueues streams = streams(port, keys, background);
		TaskQueue<String> queue = TaskQueues.create(streams, new LiveSettings<>(Map.of()))
			.get("mail", String.class, QUICK);
		String stream = keys.key("task", "mail");
		Map<String, TaskLease<String>> leases = new HashMap<>();
		queue.enqueue("back");
		return new Use().step("poll", () -> take(queue, leases, "back"))
			.step("return", () -> assertThat(leases.get("back").nack(FAR)).isEqualTo(Settlement.RETRY))
			.check(() -> {
				List<PendingMessage> waiting = port.call((commands) -> commands.xpending(stream,
						Consumer.from("workers", "~retry"), Range.unbounded(), Limit.from(2)));
				assertThat(waiting).hasSize(1);
				byte[] trace = port
					.call((commands) -> commands.hget(stream + ":trace:workers", waiting.get(0).getId()));
				assertThat(new String(trace, StandardCharsets.UTF_8).lines()).hasSize(2);
			})
			.closing(streams::close);
	}

	private static void take(TaskQueue<String> queue, Map<String, TaskLease<String>> leases, String task)
			throws InterruptedException {
		TaskLease<String> lease = queue.poll(PATIENCE).orElseThrow();
		assertThat(lease.value()).isEqualTo(task);
		leases.put(task, lease);
	}

	private static List<String> letters(WorkQueue<String> queue) {
		return queue.deadLetters().list(9).stream().map((letter) -> letter.value().orElse("nothing")).toList();
	}

	/** All that there is, each as often as it comes. */
	private static List<String> drained(Poll poll, WorkQueue<String> queue) {
		List<String> found = new ArrayList<>();
		Awaitility.await().atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(2)).until(() -> {
			Optional<TaskLease<String>> next = poll.next();
			next.ifPresent((lease) -> {
				lease.ack();
				found.add(lease.value());
			});
			QueueStats stats = queue.stats();
			return next.isEmpty() && stats.depth() == 0 && stats.lag() == 0 && stats.pending() == 0
					&& stats.retrying() == 0;
		});
		return found;
	}

	private static Use delayQueue(CommandPort port, KeySpace keys, Background background) {
		StreamQueues streams = streams(port, keys, background);
		DelayQueue<String> queue = DelayQueues.create(streams, new LiveSettings<>(Map.of()))
			.get("later", String.class, WorkQueueSettings.defaults().withVisibility(LEASE));
		return new Use().step("schedule", () -> queue.schedule("a", FAR, ScheduleOptions.id("a")))
			.step("schedule another", () -> queue.schedule("b", FAR.plusHours(1), ScheduleOptions.id("b")))
			.step("replace", () -> queue.schedule("a2", FAR.plusHours(2), ScheduleOptions.replacing("a")))
			.step("reschedule", () -> assertThat(queue.reschedule("b", FAR.plusHours(3))).isPresent())
			.step("schedule a third", () -> queue.schedule("c", FAR, ScheduleOptions.id("c")))
			.step("cancel", () -> queue.cancel("c"))
			.check(() -> {
				assertThat(queue.peek(9)).extracting(WaitingTask::id).containsExactly("a", "b");
				assertThat(queue.peek(9)).extracting((task) -> task.value().orElseThrow()).containsExactly("a2", "b");
				assertThat(queue.size()).isEqualTo(2);
				queue.reschedule("a", Duration.ZERO);
				assertThat(queue.poll(PATIENCE).map((lease) -> {
					lease.ack();
					return lease.value();
				})).contains("a2");
				assertThat(queue.deadLetters().size()).isZero();
				assertThat(queue.peek(9)).extracting(WaitingTask::id).containsExactly("b");
			})
			.closing(streams::close);
	}

	/** They are moved in the background, which goes on by itself. */
	private static Use dueTasks(CommandPort port, KeySpace keys, Background background) {
		StreamQueues streams = streams(port, keys, background);
		DelayQueue<String> queue = DelayQueues.create(streams, new LiveSettings<>(Map.of()))
			.get("later", String.class, WorkQueueSettings.defaults().withVisibility(LEASE));
		List<TaskLease<String>> leases = new ArrayList<>();
		return new Use().step("schedule", () -> {
			queue.schedule("far", FAR, ScheduleOptions.id("far"));
			queue.schedule("a", Duration.ZERO, ScheduleOptions.id("a"));
			queue.schedule("b", Duration.ZERO, ScheduleOptions.id("b"));
		}).step("poll", () -> queue.poll(Duration.ofMillis(50)).ifPresent(leases::add)).check(() -> {
			List<String> done = new ArrayList<>();
			leases.forEach((lease) -> {
				lease.ack();
				done.add(lease.value());
			});
			Awaitility.await().atMost(PATIENCE).pollDelay(Duration.ZERO).until(() -> {
				Optional<TaskLease<String>> next = queue.poll(Duration.ofMillis(10));
				next.ifPresent((lease) -> {
					lease.ack();
					done.add(lease.value());
				});
				return next.isEmpty() && queue.size() == 1 && queue.stats().depth() == 0;
			});
			assertThat(done).containsExactlyInAnyOrder("a", "b");
			assertThat(queue.deadLetters().size()).isZero();
		}).closing(streams::close);
	}

	/** Takes the next. */
	private interface Poll {

		Optional<TaskLease<String>> next() throws InterruptedException;

	}

}
