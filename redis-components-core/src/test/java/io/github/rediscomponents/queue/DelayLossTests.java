// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.Overflow;
import io.github.rediscomponents.Page;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayStats;
import io.github.rediscomponents.queue.delay.ScheduleOptions;
import io.github.rediscomponents.queue.delay.ScheduleRequest;
import io.github.rediscomponents.queue.delay.Scheduled.Status;
import io.github.rediscomponents.queue.delay.WaitingTask;
import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tasks that lose one of the queue's keys do not count, and become dead letters.
 */
@StandaloneAndCluster
@Tag("contract")
@Timeout(180)
@AsUserOfItsRoom
class DelayLossTests extends DelayQueueFixture {

	private static final Duration HOUR = Duration.ofHours(1);

	private static final String NO_CONTENT = "Its content was lost";

	private static final String NO_TIME = "Its time was lost";

	DelayLossTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void tasksWhoseTimesAreLostAreDeadLetters() {
		DelayQueue<String> queue = delays(QUICK);
		queue.schedule("a", HOUR, ScheduleOptions.id("a").withAttempts(3));
		queue.schedule("b", HOUR, ScheduleOptions.id("b"));
		lose("due");
		assertThat(queue.schedule("c", HOUR, ScheduleOptions.id("b")).status()).isEqualTo(Status.SCHEDULED);
		consume(queue);
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 1);
		DeadLetter<String> letter = queue.deadLetters().list(1).get(0);
		assertThat(letter.value()).contains("a");
		assertThat(letter.error()).isEqualTo(NO_TIME);
		assertThat(queue.peek(10)).extracting(WaitingTask::id).containsExactly("b");
		assertThat(queue.deadLetters().redriveAll()).isEqualTo(1);
	}

	@Test
	void tasksWhoseContentIsLostAreDeadLettersBeforeTheirTime() {
		DelayQueue<String> queue = delays(QUICK);
		schedule(queue, "a", "b");
		lose("items");
		schedule(queue, "c");
		try (CapturedLog log = CapturedLog.of(DelayQueue.class.getPackageName())) {
			consume(queue);
			await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 2);
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(log.warnings()).singleElement()
					.satisfies((line) -> assertThat(line.getFormattedMessage())
						.contains("delay queue '" + this.name + "'", "content", "noeviction")));
		}
		assertThat(queue.deadLetters().list(10)).allSatisfy((letter) -> {
			assertThat(letter.value()).isEmpty();
			assertThat(letter.error()).isEqualTo(NO_CONTENT);
		}).extracting((letter) -> letter.messageId().orElseThrow()).containsExactlyInAnyOrder("a", "b");
		assertThat(number(key(), "ZCARD", key() + ":due")).isEqualTo(1);
		assertThat(queue.cancel("c")).isTrue();
	}

	@Test
	void countsNoTaskWhoseContentOrTimeIsLost() {
		for (String part : List.of("items", "due")) {
			DelayQueue<String> queue = delays(QUICK.withMaxLength(3, Overflow.REJECT));
			schedule(queue, "a", "b", "c");
			assertThatExceptionOfType(QueueFullException.class).isThrownBy(() -> schedule(queue, "d"));
			lose(part);
			assertCounts(queue, 0);
			assertThat(queue.delayStats().untilNext()).isEmpty();
			schedule(queue, "d", "e");
			assertCounts(queue, 2);
			assertThat(queue.cancel("d")).isTrue();
			assertCounts(queue, 1);
			assertThat(queue.delayStats().untilNext()).hasValueSatisfying((next) -> assertThat(next).isPositive());
			schedule(queue, "f", "g");
			assertThatExceptionOfType(QueueFullException.class).isThrownBy(() -> schedule(queue, "h"));
			assertThat(queue.purge()).isEqualTo(3);
			assertCounts(queue, 0);
		}
	}

	@Test
	void looksPastTasksWhoseContentIsLost() {
		DelayQueue<String> queue = delays(QUICK);
		List<ScheduleRequest<String>> first = IntStream.range(0, 30)
			.mapToObj((i) -> ScheduleRequest.after("lost" + i, HOUR))
			.toList();
		queue.scheduleAll(first);
		lose("items");
		schedule(queue, "a", "b", "c");
		assertThat(queue.peek(2)).extracting(WaitingTask::id).containsExactly("a", "b");
		List<String> found = new ArrayList<>();
		Page<WaitingTask<String>> page = queue.waiting(null, 2);
		page.items().forEach((task) -> found.add(task.id()));
		while (page.next() != null) {
			page = queue.waiting(page.next(), 2);
			page.items().forEach((task) -> found.add(task.id()));
		}
		assertThat(found).containsExactly("a", "b", "c");
	}

	@Test
	void cancellingTheLastTaskThatHasATimeForgetsNoneThatLostIt() {
		DelayQueue<String> queue = delays(QUICK);
		schedule(queue, "a", "b");
		lose("due");
		schedule(queue, "c");
		assertThat(queue.cancel("c")).isTrue();
		assertThat(queue.cancel("b")).isTrue();
		consume(queue);
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 1);
		assertThat(queue.deadLetters().list(1).get(0).value()).contains("a");
	}

	@Test
	void moreThanTheQueueKeepsDropTheOldestAndCount() {
		for (String part : List.of("items", "due")) {
			DelayQueue<String> queue = delays(QUICK.withMaxDeadLetters(5));
			schedule(queue, "a", "b", "c", "d", "e", "f", "g", "h");
			lose(part);
			schedule(queue, "i");
			long before = queue.stats().droppedDeadLetters();
			try (QueueSubscription consumer = consume(queue)) {
				await().atMost(PATIENCE)
					.until(() -> number(key(), "ZCARD", key() + ":due") == 1 && queue.size() == 1
							&& number(key(), "HLEN", key() + ":items") == 2);
			}
			assertThat(queue.deadLetters().size()).isEqualTo(5);
			assertThat(queue.stats().droppedDeadLetters()).isEqualTo(before + 3);
			queue.purge();
			queue.deadLetters().clear();
		}
	}

	@Test
	void manyThatAreLostAreDeadLettersWithoutWaitingBetweenTheScripts() {
		for (String part : List.of("items", "due")) {
			DelayQueue<String> queue = delays(QUICK.withMaxDeadLetters(0));
			queue.scheduleAll(
					IntStream.range(0, 3000).mapToObj((i) -> ScheduleRequest.after("lost" + i, HOUR)).toList());
			lose(part);
			queue.scheduleAll(IntStream.range(0, 500).mapToObj((i) -> ScheduleRequest.after("new" + i, HOUR)).toList());
			try (QueueSubscription consumer = consume(queue)) {
				await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 3000);
			}
			assertCounts(queue, 500);
			queue.purge();
			queue.deadLetters().clear();
			assertThat(number(key(), "EXISTS", key() + ":due", key() + ":items")).isZero();
		}
	}

	@Test
	void aTaskIsNotEarlyBecauseTheItemOfAnotherWithItsIdWasLost() {
		DelayQueue<String> queue = delays(QUICK);
		queue.schedule("x", HOUR, ScheduleOptions.DEFAULTS);
		queue.schedule("lost", Duration.ZERO, ScheduleOptions.id("a"));
		lose("items");
		queue.schedule("y", HOUR, ScheduleOptions.id("y"));
		assertThat(queue.schedule("later", HOUR.plusHours(1), ScheduleOptions.id("b")).status())
			.isEqualTo(Status.SCHEDULED);
		assertThat(queue.schedule("later", HOUR, ScheduleOptions.id("a")).status()).isEqualTo(Status.SCHEDULED);
		assertThat(queue.size()).isEqualTo(3);
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 2);
		assertThat(queue.deadLetters().list(2)).extracting(DeadLetter::error).containsOnly(NO_CONTENT);
		assertThat(seen).isEmpty();
		assertThat(queue.peek("a").orElseThrow().value()).contains("later");
		assertCounts(queue, 3);
	}

	private void lose(String part) {
		assertThat(number(key(), "DEL", key() + ":" + part)).isEqualTo(1);
	}

	private static void schedule(DelayQueue<String> queue, String... tasks) {
		for (String task : tasks) {
			assertThat(queue.schedule(task, HOUR, ScheduleOptions.id(task)).status()).isEqualTo(Status.SCHEDULED);
		}
	}

	private static QueueSubscription consume(DelayQueue<String> queue) {
		return queue.subscribe((delivery) -> {
		}, SubscribeOptions.DEFAULTS);
	}

	private static void assertCounts(DelayQueue<String> queue, long expected) {
		assertThat(queue.size()).isEqualTo(expected);
		DelayStats stats = queue.delayStats();
		assertThat(stats.waiting()).isEqualTo(expected);
		assertThat(stats.overdue()).isZero();
	}

}
