// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.ScheduleOptions;
import io.github.rediscomponents.queue.delay.ScheduleRequest;
import io.github.rediscomponents.queue.delay.Scheduled.Status;
import io.github.rediscomponents.queue.delay.Scheduled;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.support.CampaignScale;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * When tasks are handed over, how often, and by how many scripts.
 */
@StandaloneAndCluster
@Tag("contract")
@Timeout(900)
class DelayPromotionTests extends DelayQueueFixture {

	/** What one script hands over at most. */
	private static final int EACH = 500;

	private static final int BULK = EACH * CampaignScale.times(20);

	DelayPromotionTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void threeProcessesHandOverEachTaskOnceNeverEarlyWithAtMostOneScript() {
		Map<String, Delivery<String>> seen = new ConcurrentHashMap<>();
		AtomicInteger times = new AtomicInteger();
		List<DelayQueue<String>> processes = consumers(3, (delivery) -> {
			seen.put(delivery.messageId().orElseThrow(), delivery);
			times.incrementAndGet();
		});
		Random random = new Random(7);
		Instant base = serverTime().plusSeconds(2);
		List<ScheduleRequest<String>> requests = new ArrayList<>();
		IntStream.range(0, 3000)
			.forEach((i) -> requests.add(ScheduleRequest.at("t" + i, base.plusMillis(random.nextInt(2500)))));
		List<Scheduled> results = processes.get(0).scheduleAll(requests);
		server().resetStats();
		await().atMost(PATIENCE).until(() -> times.get() >= 3000);
		long scripts = published();
		assertThat(seen).hasSize(3000);
		assertThat(times).hasValue(3000);
		long[] late = lateness(results, seen);
		report("3000 tasks over 2.5 s, 3 consumers", late, scripts);
		assertThat(late[0]).isNotNegative();
		assertThat(scripts).isLessThanOrEqualTo(3000);
	}

	@Test
	void handsSparseTasksOverInTimeByOneProcess() {
		Map<String, Delivery<String>> seen = new ConcurrentHashMap<>();
		DelayQueue<String> queue = consumers(3, (delivery) -> seen.put(delivery.messageId().orElseThrow(), delivery))
			.get(0);
		List<Scheduled> results = new ArrayList<>();
		server().resetStats();
		long begin = System.nanoTime();
		for (int i = 0; i < 20; i++) {
			results.add(queue.schedule("s" + i, Duration.ofMillis(150 + 5 * i)));
			int expected = i + 1;
			await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> seen.size() == expected);
		}
		// Each head is announced when it is scheduled and when it was promoted.
		long scripts = published() - 20;
		long[] late = lateness(results, seen);
		report("20 sparse tasks, 3 consumers", late, scripts);
		assertThat(late[0]).isNotNegative();
		// Without announcements it would be half the fallback of a second.
		assertThat(late[late.length / 2]).isLessThan(200);
		assertThat(scripts).isLessThan(40 + secondsSince(begin));
	}

	@Test
	@Tag("long")
	void promotesManyThatAreDueAtOnceByOneScriptForFiveHundred() {
		CountDownLatch finish = new CountDownLatch(1);
		AtomicInteger handled = new AtomicInteger();
		DelayQueue<String> queue = consumers(1, (delivery) -> {
			assertThat(finish.await(300, TimeUnit.SECONDS)).isTrue();
			handled.incrementAndGet();
		}).get(0);
		Instant due = scheduleBulk(queue);
		// A slow machine has a due time far ahead.
		await().atMost(Duration.between(serverTime(), due).plusMinutes(1))
			.pollInterval(Duration.ofMillis(20))
			.until(() -> serverTime().isAfter(due.minusMillis(900)));
		server().resetStats();
		long reset = System.nanoTime();
		long promoted = number(key(), "XLEN", key());
		await().atMost(PATIENCE).until(() -> number(key(), "XLEN", key()) == BULK);
		long scripts = published();
		long looks = secondsSince(reset);
		String last = String.valueOf(((List<?>) list(key(), "XREVRANGE", key(), "+", "-", "COUNT", "1").get(0)).get(0));
		long took = millis(last) - due.toEpochMilli();
		String first = String.valueOf(((List<?>) list(key(), "XRANGE", key(), "-", "+", "COUNT", "1").get(0)).get(0));
		System.out.println(getClass().getSimpleName() + ": " + BULK + " due at once promoted within " + took + " ms by "
				+ scripts + " scripts");
		assertThat(millis(first)).isGreaterThanOrEqualTo(due.toEpochMilli());
		assertThat(queue.size()).isZero();
		// At most one look of the fallback before, and those that came afterwards.
		assertThat(scripts).isBetween((BULK - promoted) / EACH, BULK / EACH + 1L + looks);
		assertThat(number(key(), "EXISTS", key() + ":due", key() + ":items")).isZero();
		finish.countDown();
		await().atMost(Duration.ofMinutes(10)).until(() -> handled.get() == BULK);
	}

	/** All of them before they are due, however slow the machine is. */
	private Instant scheduleBulk(DelayQueue<String> queue) {
		long begin = System.nanoTime();
		scheduleBulk(queue, serverTime().plus(Duration.ofHours(1)));
		Duration took = Duration.ofNanos(System.nanoTime() - begin);
		queue.purge();
		Instant due = serverTime().plusSeconds(5).plus(took.multipliedBy(10));
		scheduleBulk(queue, due);
		assertThat(serverTime()).isBefore(due.minusSeconds(1));
		return due;
	}

	private static void scheduleBulk(DelayQueue<String> queue, Instant due) {
		List<ScheduleRequest<String>> requests = new ArrayList<>();
		IntStream.range(0, BULK).forEach((i) -> requests.add(ScheduleRequest.at("b" + i, due)));
		assertThat(queue.scheduleAll(requests)).hasSize(BULK);
	}

	@Test
	void cancellingReschedulingAndReplacingTellExactlyHowOftenEachIsDelivered() {
		Map<String, AtomicInteger> delivered = new ConcurrentHashMap<>();
		List<DelayQueue<String>> processes = consumers(2,
				(delivery) -> count(delivered, delivery.messageId().orElseThrow()));
		Map<String, AtomicInteger> expected = new ConcurrentHashMap<>();
		List<Callable<Boolean>> racers = new ArrayList<>();
		for (int thread = 0; thread < 6; thread++) {
			Random random = new Random(thread);
			int what = thread % 3;
			DelayQueue<String> queue = processes.get(thread % 2);
			racers.add(() -> {
				for (int i = 0; i < 1500; i++) {
					race(queue, what, "id-" + random.nextInt(60), random, expected);
				}
				return true;
			});
		}
		Concurrently.run(racers);
		DelayQueue<String> queue = processes.get(0);
		await().atMost(PATIENCE).until(() -> queue.size() == 0 && queue.stats().depth() == 0);
		assertThat(delivered).hasSizeGreaterThan(30);
		expected.forEach((id, times) -> assertThat(delivered.getOrDefault(id, new AtomicInteger()).get()).as(id)
			.isEqualTo(times.get()));
		assertThat(delivered.keySet()).isSubsetOf(expected.keySet());
	}

	private static void race(DelayQueue<String> queue, int what, String id, Random random,
			Map<String, AtomicInteger> expected) {
		Duration delay = Duration.ofMillis(random.nextInt(15));
		if (what == 0) {
			ScheduleOptions options = ScheduleOptions.id(id).withReplace(random.nextBoolean());
			if (queue.schedule("x", delay, options).status() == Status.SCHEDULED) {
				count(expected, id);
			}
		}
		else if (what == 1) {
			queue.reschedule(id, delay);
		}
		else if (queue.cancel(id)) {
			expected.computeIfAbsent(id, (none) -> new AtomicInteger()).decrementAndGet();
		}
	}

	@Test
	void looksOnceASecondInAllWhileNothingIsDue() {
		DelayQueue<String> queue = consumers(3, (delivery) -> {
		}).get(0);
		queue.schedule("far", Duration.ofHours(1));
		long begin = System.nanoTime();
		await().atMost(PATIENCE).until(() -> System.nanoTime() - begin > 1_500_000_000L);
		server().resetStats();
		long from = System.nanoTime();
		await().atMost(PATIENCE).until(() -> System.nanoTime() - from > 5_000_000_000L && published() >= 3);
		long scripts = published();
		long seconds = secondsSince(from);
		System.out.println(getClass().getSimpleName() + ": " + scripts + " scripts of 3 consumers in " + seconds
				+ " idle seconds");
		assertThat(scripts).isBetween(3L, seconds + 2);
	}

	@Test
	void goesOnWithoutAnnouncementsWithinAboutASecond() {
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		consumers(2, (delivery) -> seen.add(delivery.value()));
		for (int i = 0; i < 3; i++) {
			// As if the message of its scheduling had been lost; by one script, because
			// one key without the other is taken for the rest of a loss.
			command(key(), "EVAL",
					"redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ':::' .. ARGV[1]) "
							+ "redis.call('ZADD', KEYS[2], 1, ARGV[2] .. ARGV[1])",
					"2", key() + ":items", key() + ":due", "lost" + i, "000000000000000" + i);
			long begin = System.nanoTime();
			String expected = "lost" + i;
			await().atMost(PATIENCE).until(() -> seen.contains(expected));
			assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SOON);
		}
	}

	@Test
	void goesOnWithinTwoSecondsWhenAllDataAndScriptsAreGone() {
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		DelayQueue<String> queue = consumers(2, (delivery) -> seen.add(delivery.value())).get(0);
		queue.schedule("gone", Duration.ofMinutes(1));
		server().flushAll();
		server().scriptFlush();
		long flushed = System.nanoTime();
		queue.schedule("after", Duration.ofMillis(100));
		await().atMost(PATIENCE).until(() -> seen.contains("after"));
		assertThat(Duration.ofNanos(System.nanoTime() - flushed)).isLessThan(SOON);
		assertThat(queue.size()).isZero();
	}

	@Test
	void anotherTakesOverWhenTheOneThatPromotesStops() {
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		List<StreamQueues> processes = List.of(process(), process());
		List<QueueSubscription> subscriptions = new ArrayList<>();
		processes.forEach((process) -> subscriptions.add(delays(process, PATIENT)
			.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS)));
		DelayQueue<String> producer = delays(PATIENT);
		producer.schedule("both", Duration.ofMillis(50));
		await().atMost(PATIENCE).until(() -> seen.contains("both"));
		assertThat(subscriptions.get(0).stop(PATIENCE)).isTrue();
		producer.schedule("one", Duration.ofMillis(50));
		await().atMost(PATIENCE).until(() -> seen.contains("one"));
		assertThat(processes.get(1).stop(PATIENCE)).isTrue();
		producer.schedule("none", Duration.ZERO);
		await().during(Duration.ofMillis(1500)).atMost(PATIENCE).until(() -> producer.delayStats().overdue() == 1);
		assertThat(seen).containsExactly("both", "one");
	}

	private List<DelayQueue<String>> consumers(int n, MessageHandler<String> handler) {
		List<DelayQueue<String>> all = new ArrayList<>();
		for (int i = 0; i < n; i++) {
			DelayQueue<String> queue = delays(PATIENT);
			queue.subscribe(handler, SubscribeOptions.concurrency(4).withPrefetch(100));
			all.add(queue);
		}
		await().atMost(PATIENCE).until(() -> number(key(), "EXISTS", key()) == 1);
		return all;
	}

	private static long secondsSince(long nanos) {
		return Duration.ofNanos(System.nanoTime() - nanos).toSeconds();
	}

	private static long millis(String entryId) {
		return Long.parseLong(entryId, 0, entryId.indexOf('-'), 10);
	}

	/** In milliseconds by the server's clock, sorted. */
	private static long[] lateness(List<Scheduled> results, Map<String, Delivery<String>> seen) {
		return results.stream()
			.mapToLong((result) -> seen.get(result.id()).publishedAt().toEpochMilli() - result.due().toEpochMilli())
			.sorted()
			.toArray();
	}

	private void report(String what, long[] late, long scripts) {
		System.out.printf("%s: %s: lateness p50 %d, p99 %d, max %d ms, least %d ms; %d scripts, %.2f for each%n",
				getClass().getSimpleName(), what, late[late.length / 2], late[late.length * 99 / 100],
				LongStream.of(late).max().orElse(-1), late[0], scripts, (double) scripts / late.length);
	}

	private static void count(Map<String, AtomicInteger> counts, String id) {
		counts.computeIfAbsent(id, (none) -> new AtomicInteger()).incrementAndGet();
	}

}
