// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.Overflow;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.queue.StreamContentTests.Unwritable;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.delay.DelayStats;
import io.github.rediscomponents.queue.delay.ScheduleOptions;
import io.github.rediscomponents.queue.delay.ScheduleRequest;
import io.github.rediscomponents.queue.delay.Scheduled.Status;
import io.github.rediscomponents.queue.delay.Scheduled;
import io.github.rediscomponents.queue.delay.WaitingTask;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What a delay queue does.
 */
@StandaloneAndCluster
@Tag("contract")
@Timeout(180)
@AsUserOfItsRoom
class DelayQueueTests extends DelayQueueFixture {

	private static final Duration HOUR = Duration.ofHours(1);

	DelayQueueTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void deliversTasksInTheOrderOfTheirTimes() {
		DelayQueue<String> queue = delays(PATIENT);
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		Instant base = serverTime().plusMillis(1000);
		// Together, so that none is due before another is known.
		queue.scheduleAll(List.of(ScheduleRequest.at("c", base.plusMillis(200)), ScheduleRequest.at("a", base),
				ScheduleRequest.at("b", base.plusMillis(100))));
		await().atMost(PATIENCE).until(() -> seen.size() == 3);
		assertThat(seen).containsExactly("a", "b", "c");
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(queue.stats().depth()).isZero());
		assertThat(queue.size()).isZero();
	}

	@Test
	void keepsTheOrderOfSchedulingAmongEqualTimes() {
		DelayQueue<String> queue = delays(PATIENT);
		List<String> tasks = StreamQueueTests.numbers(1200);
		Instant due = serverTime().plusSeconds(1);
		List<ScheduleRequest<String>> requests = new ArrayList<>();
		tasks.forEach((task) -> requests.add(ScheduleRequest.at(task, due)));
		List<Scheduled> results = queue.scheduleAll(requests);
		assertThat(results).hasSize(1200).allMatch((result) -> result.status() == Status.SCHEDULED);
		assertThat(results).extracting(Scheduled::id).doesNotHaveDuplicates();
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> seen.size() >= 1200);
		assertThat(seen).containsExactlyElementsOf(tasks);
	}

	@Test
	void refusesOrReplacesAnIdThatWaits() throws InterruptedException {
		DelayQueue<String> queue = delays(PATIENT);
		Scheduled first = queue.schedule("a", HOUR, ScheduleOptions.id("order-7"));
		assertThat(first.status()).isEqualTo(Status.SCHEDULED);
		assertThat(first.due()).isAfter(serverTime().plus(HOUR.minusMinutes(1)));
		Scheduled refused = queue.schedule("b", Duration.ZERO, ScheduleOptions.id("order-7"));
		assertThat(refused).isEqualTo(new Scheduled("order-7", first.due(), Status.DUPLICATE));
		assertThat(refused.duplicate()).isTrue();
		assertThat(queue.poll(Duration.ofMillis(100))).isEmpty();
		assertThat(queue.schedule("c", Duration.ZERO, ScheduleOptions.replacing("order-7")).status())
			.isEqualTo(Status.REPLACED);
		TaskLease<String> lease = queue.poll(PATIENCE).orElseThrow();
		assertThat(lease.value()).isEqualTo("c");
		assertThat(lease.messageId()).contains("order-7");
		// Handed over, so the id is free again although the task is not finished.
		assertThat(queue.schedule("d", HOUR, ScheduleOptions.id("order-7")).duplicate()).isFalse();
		assertThat(lease.ack()).isEqualTo(Settlement.ACKNOWLEDGED);
		assertThat(queue.size()).isEqualTo(1);
	}

	@Test
	void oneBatchKnowsItsOwnIds() {
		DelayQueue<String> queue = delays(PATIENT);
		List<Scheduled> results = queue
			.scheduleAll(List.of(ScheduleRequest.after("a", HOUR).with(ScheduleOptions.id("x")),
					ScheduleRequest.after("b", HOUR).with(ScheduleOptions.id("x")),
					ScheduleRequest.after("c", Duration.ZERO).with(ScheduleOptions.replacing("x"))));
		assertThat(results).extracting(Scheduled::status)
			.containsExactly(Status.SCHEDULED, Status.DUPLICATE, Status.REPLACED);
		assertThat(queue.peek("x").orElseThrow().value()).contains("c");
		assertThat(queue.scheduleAll(List.of())).isEmpty();
	}

	@Test
	void cancelsWhatWaitsAndNothingElse() throws InterruptedException {
		DelayQueue<String> queue = delays(PATIENT);
		Scheduled kept = queue.schedule("kept", Duration.ofMillis(300));
		Scheduled cancelled = queue.schedule("cancelled", Duration.ofMillis(200));
		assertThat(queue.cancel(cancelled.id())).isTrue();
		assertThat(queue.cancel(cancelled.id())).isFalse();
		assertThat(queue.cancel("unknown")).isFalse();
		TaskLease<String> lease = queue.poll(PATIENCE).orElseThrow();
		assertThat(lease.value()).isEqualTo("kept");
		assertThat(queue.cancel(kept.id())).isFalse();
		assertThat(lease.ack()).isEqualTo(Settlement.ACKNOWLEDGED);
		assertThat(queue.poll(Duration.ofMillis(100))).isEmpty();
	}

	@Test
	void reschedulesWhatWaitsAndNothingElse() throws InterruptedException {
		DelayQueue<String> queue = delays(PATIENT);
		queue.schedule("sooner", HOUR, ScheduleOptions.id("sooner"));
		queue.schedule("later", Duration.ofMillis(100), ScheduleOptions.id("later"));
		assertThat(queue.reschedule("later", HOUR).orElseThrow()).isAfter(serverTime().plusSeconds(3000));
		Instant due = serverTime().plusMillis(200);
		assertThat(queue.reschedule("sooner", due))
			.hasValueSatisfying((at) -> assertThat(at).isBetween(due, due.plusMillis(1)));
		assertThat(queue.reschedule("unknown", HOUR)).isEmpty();
		TaskLease<String> lease = queue.poll(PATIENCE).orElseThrow();
		assertThat(lease.value()).isEqualTo("sooner");
		assertThat(lease.publishedAt()).isAfterOrEqualTo(due);
		assertThat(queue.reschedule("sooner", HOUR)).isEmpty();
		assertThat(queue.poll(Duration.ofMillis(100))).isEmpty();
		assertThat(queue.size()).isEqualTo(1);
	}

	@Test
	void showsWhatWaits() {
		DelayQueue<String> queue = delays(PATIENT);
		assertThat(queue.peek("a")).isEmpty();
		assertThat(queue.peek(10)).isEmpty();
		assertThat(queue.delayStats()).isEqualTo(
				new DelayStats(0, 0, Optional.empty(), new QueueStats(0, 0, 0, 0, Duration.ZERO, 0, 0, 0, false)));
		Scheduled late = queue.schedule("late", HOUR, ScheduleOptions.id("a"));
		Scheduled soon = queue.schedule("soon: { } : \u0000 ü", Duration.ofMinutes(1), ScheduleOptions.id("b"));
		queue.schedule("past", Instant.EPOCH, ScheduleOptions.id("c"));
		assertThat(queue.peek("a")).contains(new WaitingTask<>("a", late.due(), Optional.of("late")));
		assertThat(queue.peek(2).get(1))
			.isEqualTo(new WaitingTask<>("b", soon.due(), Optional.of("soon: { } : \u0000 ü")));
		assertThat(queue.peek(10)).extracting(WaitingTask::id).containsExactly("c", "b", "a");
		assertThat(queue.size()).isEqualTo(3);
		assertThat(queue.delayStats()).satisfies((stats) -> {
			assertThat(stats.waiting()).isEqualTo(3);
			assertThat(stats.overdue()).isEqualTo(1);
			assertThat(stats.untilNext()).contains(Duration.ZERO);
		});
		DelayQueue<Integer> other = DelayQueues.create(process(), new LiveSettings<>(Map.of()))
			.get(this.name, Integer.class, PATIENT);
		assertThat(other.peek("a").orElseThrow().value()).isEmpty();
	}

	@Test
	void aPollThatDoesNotWaitSeesWhatIsDue() throws InterruptedException {
		DelayQueue<String> queue = delays(PATIENT);
		queue.schedule("a", Duration.ZERO);
		queue.schedule("b", HOUR);
		TaskLease<String> lease = queue.poll(Duration.ZERO).orElseThrow();
		assertThat(lease.value()).isEqualTo("a");
		assertThat(lease.extend()).isTrue();
		assertThat(lease.nack(Duration.ZERO)).isEqualTo(Settlement.RETRY);
		TaskLease<String> again = queue.poll(PATIENCE).orElseThrow();
		assertThat(again.attempt()).isEqualTo(2);
		assertThat(again.reject("no use")).isEqualTo(Settlement.DEAD);
		assertThat(queue.deadLetters().list(1).get(0).error()).isEqualTo("no use");
		assertThat(queue.poll(Duration.ZERO)).isEmpty();
	}

	@Test
	void retriesAndBuriesAsATaskQueue() {
		DelayQueue<String> queue = delays(PATIENT);
		AtomicInteger attempts = new AtomicInteger();
		queue.subscribe((delivery) -> {
			attempts.incrementAndGet();
			throw new IllegalStateException("never");
		}, SubscribeOptions.DEFAULTS);
		queue.schedule("poison", Duration.ofMillis(50),
				ScheduleOptions.id("p").withAttempts(3).withBackoff(Duration.ofMillis(10)));
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 1);
		assertThat(attempts).hasValue(3);
		DeadLetter<String> letter = queue.deadLetters().list(1).get(0);
		assertThat(letter.messageId()).contains("p");
		assertThat(letter.value()).contains("poison");
		assertThat(queue.stats().deadLetters()).isEqualTo(1);
	}

	@Test
	void losesNothingWhileNobodyConsumes() {
		DelayQueue<String> producer = delays(PATIENT);
		Instant base = serverTime();
		producer.schedule("a", base.plusMillis(2000));
		producer.schedule("b", base.plusMillis(1990));
		await().atMost(PATIENCE).until(() -> producer.delayStats().overdue() == 2);
		assertThat(producer.size()).isEqualTo(2);
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		delays(PATIENT).subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> seen.size() == 2);
		assertThat(seen).containsExactly("b", "a");
	}

	@Test
	void refusesBadInputBeforeAnythingIsSent() {
		DelayQueue<String> queue = delays(PATIENT.withMaxPayload(10));
		ScheduleRequest<String> good = ScheduleRequest.after("good", HOUR);
		assertThatIllegalArgumentException().isThrownBy(() -> queue.schedule("a", Duration.ofMillis(-1)))
			.withMessageContaining("delay");
		assertThatIllegalArgumentException().isThrownBy(() -> queue.schedule("a", Duration.ofDays(36_526)))
			.withMessageContaining("delay");
		assertThatIllegalArgumentException().isThrownBy(() -> queue.schedule("a", Instant.MAX))
			.withMessageContaining("due");
		assertThatIllegalArgumentException().isThrownBy(() -> queue.reschedule("a", Duration.ofNanos(-1)))
			.withMessageContaining("delay");
		assertThatIllegalArgumentException().isThrownBy(() -> queue.cancel("")).withMessageContaining("id");
		assertThatIllegalArgumentException().isThrownBy(() -> ScheduleOptions.id("x".repeat(513)))
			.withMessageContaining("id");
		assertThatIllegalArgumentException().isThrownBy(() -> queue.peek(0)).withMessageContaining("n must");
		assertThatExceptionOfType(PayloadTooLargeException.class)
			.isThrownBy(() -> queue.scheduleAll(List.of(good, ScheduleRequest.after("much too long", HOUR))));
		DelayQueues process = DelayQueues.create(process(), new LiveSettings<>(Map.of()));
		DelayQueue<Unwritable> unwritable = process.get(this.name, Unwritable.class, PATIENT);
		assertThatExceptionOfType(CodecException.class)
			.isThrownBy(() -> unwritable.schedule(new Unwritable(), Duration.ZERO));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> process.get(this.name, String.class, PATIENT.withMaxLength(1, Overflow.DROP_OLDEST)))
			.withMessageContaining("queue.overflow");
		assertThatIllegalArgumentException().isThrownBy(() -> process.get("undeclared", String.class))
			.withMessageContaining("delay queue");
		assertThat(number(key(), "EXISTS", key(), key() + ":due", key() + ":items")).isZero();
	}

	@Test
	void takesTheLongestDelaysExactly() {
		DelayQueue<String> queue = delays(PATIENT);
		Instant end = Instant.parse("2200-01-01T00:00:00Z");
		assertThat(queue.schedule("end", end).due()).isEqualTo(end);
		Instant before = serverTime();
		Instant due = queue.schedule("century", Duration.ofDays(36_525)).due();
		assertThat(due).isBetween(before.plus(Duration.ofDays(36_525)),
				serverTime().plus(Duration.ofDays(36_525)).plusMillis(1));
		assertThat(queue.peek(2)).extracting(WaitingTask::due).containsExactly(due, end);
	}

	@Test
	void refusesMoreThanMayWaitAndThenAddsNothing() {
		DelayQueue<String> queue = delays(PATIENT.withMaxLength(3, Overflow.REJECT));
		queue.schedule("a", HOUR, ScheduleOptions.id("a"));
		List<ScheduleRequest<String>> three = List.of(ScheduleRequest.after("b", HOUR),
				ScheduleRequest.after("c", HOUR), ScheduleRequest.after("d", HOUR));
		assertThatExceptionOfType(QueueFullException.class).isThrownBy(() -> queue.scheduleAll(three));
		assertThat(queue.size()).isEqualTo(1);
		queue.scheduleAll(three.subList(0, 2));
		assertThat(queue.schedule("a2", HOUR, ScheduleOptions.replacing("a")).status()).isEqualTo(Status.REPLACED);
		assertThatExceptionOfType(QueueFullException.class).isThrownBy(() -> queue.schedule("e", HOUR));
		assertThat(queue.size()).isEqualTo(3);
	}

	/**
	 * Half a million tasks that are freed at once stop a server for more than a second.
	 */
	@Test
	void freesPurgedTasksOffTheMainThread() {
		DelayQueue<String> queue = delays(PATIENT);
		queue.schedule("a", HOUR);
		server().resetStats();
		assertThat(queue.purge()).isEqualTo(1);
		queue.deadLetters().clear();
		assertThat(server().commandCalls()).containsKey("unlink").doesNotContainKey("del");
	}

	@Test
	void purgesWhatWaitsAndWhatWasHandedOver() throws InterruptedException {
		DelayQueue<String> queue = delays(PATIENT);
		queue.schedule("due", Duration.ZERO);
		TaskLease<String> lease = queue.poll(PATIENCE).orElseThrow();
		queue.schedule("waiting", HOUR);
		queue.schedule("too", HOUR);
		assertThat(queue.purge()).isEqualTo(3);
		assertThat(queue.purge()).isZero();
		assertThat(queue.size()).isZero();
		assertThat(lease.extend()).isFalse();
		assertThat(queue.poll(Duration.ofMillis(50))).isEmpty();
	}

	@Test
	void leavesNothingBehind() {
		DelayQueue<String> queue = delays(PATIENT);
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		QueueSubscription subscription = queue.subscribe((delivery) -> seen.add(delivery.value()),
				SubscribeOptions.DEFAULTS);
		Scheduled waiting = queue.schedule("waiting", HOUR);
		queue.schedule("due", Duration.ofMillis(50));
		await().atMost(PATIENCE).until(() -> seen.size() == 1);
		assertThat(subscription.stop(PATIENCE)).isTrue();
		assertThat(subscription.isRunning()).isFalse();
		assertThat(queue.retire()).isFalse();
		assertThat(queue.cancel(waiting.id())).isTrue();
		assertThat(number(key(), "EXISTS", key() + ":due", key() + ":items")).isZero();
		assertThat(queue.retire()).isTrue();
		assertThat(number(key(), "EXISTS", key(), key() + ":dead")).isZero();
		assertThat(queue.name()).isEqualTo(this.name);
	}

}
