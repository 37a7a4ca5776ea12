// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.Page;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.ScheduleRequest;
import io.github.rediscomponents.queue.delay.WaitingTask;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Long lists of a queue, by pages.
 */
@StandaloneAndCluster
@Tag("contract")
@Timeout(180)
@AsUserOfItsRoom
class QueuePageTests extends DelayQueueFixture {

	QueuePageTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void pagesThroughTwelveThousandTasksOfFewTimes() {
		DelayQueue<String> delays = delays(PATIENT);
		Instant base = serverTime().plusSeconds(3600);
		List<ScheduleRequest<String>> requests = IntStream.range(0, 12_000)
			.mapToObj((i) -> ScheduleRequest.at("t" + i, base.plusMillis(i % 3)))
			.toList();
		delays.scheduleAll(requests);
		List<WaitingTask<String>> all = new ArrayList<>();
		String cursor = null;
		int pages = 0;
		do {
			Page<WaitingTask<String>> page = delays.waiting(cursor, 500);
			all.addAll(page.items());
			cursor = page.next();
			pages++;
		}
		while (cursor != null);
		assertThat(pages).isEqualTo(24);
		assertThat(all).extracting((task) -> task.value().orElseThrow()).doesNotHaveDuplicates().hasSize(12_000);
		assertThat(all).extracting(WaitingTask::due).isSorted();
		assertThat(all.subList(0, 1000)).isEqualTo(delays.peek(1000));
	}

	@Test
	void aTaskThatWaitsAllTheTimeIsThereOnceWhileOthersComeAndGo() {
		DelayQueue<String> delays = delays(PATIENT);
		Instant due = serverTime().plusSeconds(3600);
		List<String> ids = delays
			.scheduleAll(IntStream.range(0, 90).mapToObj((i) -> ScheduleRequest.at("t" + i, due)).toList())
			.stream()
			.map((each) -> each.id())
			.toList();
		Page<WaitingTask<String>> first = delays.waiting(null, 30);
		// Those before the cursor go, the last of the page among them, and one comes.
		ids.subList(10, 30).forEach(delays::cancel);
		delays.cancel(ids.get(40));
		delays.schedule("new", due);
		List<String> rest = new ArrayList<>();
		String cursor = first.next();
		while (cursor != null) {
			Page<WaitingTask<String>> page = delays.waiting(cursor, 30);
			page.items().forEach((task) -> rest.add(task.value().orElseThrow()));
			cursor = page.next();
		}
		List<String> expected = new ArrayList<>(
				IntStream.range(30, 90).filter((i) -> i != 40).mapToObj((i) -> "t" + i).toList());
		expected.add("new");
		assertThat(rest).isEqualTo(expected);
	}

	@Test
	void pagesOfLargeTasksAreShorter() {
		DelayQueue<String> delays = delays(PATIENT);
		String large = "x".repeat(900_000);
		for (int i = 0; i < 7; i++) {
			delays.schedule(i + large, Duration.ofHours(1));
		}
		Page<WaitingTask<String>> page = delays.waiting(null, 100);
		assertThat(page.items()).hasSize(5);
		assertThat(delays.waiting(page.next(), 100).items()).hasSize(2);
	}

	@Test
	void pagesThroughDeadLettersWhileSomeGo() throws InterruptedException {
		TaskQueue<String> tasks = tasks(PATIENT);
		tasks.enqueueAll(StreamQueueTests.numbers(250));
		for (int i = 0; i < 250; i++) {
			tasks.poll(PATIENCE).orElseThrow().reject("broken");
		}
		Set<String> seen = new TreeSet<>();
		String cursor = null;
		do {
			Page<DeadLetter<String>> page = tasks.deadLetters().page(cursor, 60);
			page.items().forEach((letter) -> assertThat(seen.add(letter.value().orElseThrow())).isTrue());
			// Redriven while the pages are read.
			assertThat(tasks.deadLetters().redrive(page.items().get(page.items().size() - 1).id())).isTrue();
			cursor = page.next();
		}
		while (cursor != null);
		assertThat(seen).hasSize(250);
		assertThat(tasks.deadLetters().page(null, 1000).items()).hasSize(245);
		assertThat(tasks.deadLetters().page(null, 245).hasNext()).isFalse();
	}

	@Test
	void tellsWhichMessagesAreInWorkAndWhichWait() throws InterruptedException {
		TaskQueue<String> tasks = tasks(PATIENT.withBackoff(Duration.ofHours(1), Duration.ofHours(1)));
		assertThat(tasks.pending(null, 10).items()).isEmpty();
		tasks.enqueueAll(StreamQueueTests.numbers(5));
		List<TaskLease<String>> leases = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			leases.add(tasks.poll(PATIENCE).orElseThrow());
		}
		leases.get(1).nack();
		Page<PendingMessage> first = tasks.pending(null, 3);
		Page<PendingMessage> last = tasks.pending(first.next(), 3);
		assertThat(last.hasNext()).isFalse();
		List<PendingMessage> all = new ArrayList<>(first.items());
		all.addAll(last.items());
		assertThat(all).extracting(PendingMessage::entryId)
			.containsExactlyElementsOf(leases.stream().map(TaskLease::entryId).toList());
		assertThat(all).allMatch((one) -> one.attempts() == 1);
		PendingMessage waiting = all.remove(1);
		assertThat(waiting.consumer()).isEmpty();
		assertThat(waiting.retryAt().orElseThrow()).isAfter(serverTime().plusSeconds(3000));
		assertThat(all).allMatch((one) -> one.consumer().isPresent() && one.retryAt().isEmpty());
	}

	@Test
	void refusesWhatIsNoCursor() {
		DelayQueue<String> delays = delays(PATIENT);
		for (String cursor : List.of("", "1", "x-0", "1-0-0", "-", "1-\n0", "(1-0", "9".repeat(40) + "-0")) {
			assertThatIllegalArgumentException().isThrownBy(() -> delays.waiting(cursor, 10));
			assertThatIllegalArgumentException().isThrownBy(() -> delays.pending(cursor, 10));
			assertThatIllegalArgumentException().isThrownBy(() -> delays.deadLetters().page(cursor, 10));
		}
		assertThatIllegalArgumentException().isThrownBy(() -> delays.waiting(null, 0));
		assertThatIllegalArgumentException().isThrownBy(() -> delays.pending(null, 1001));
	}

}
