// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What becomes of messages that fail.
 */
@StandaloneAndCluster
@Tag("contract")
@Timeout(180)
class StreamFailureTests extends StreamQueueFixture {

	StreamFailureTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void deliversAFailedMessageAgainNeverBeforeItsBackOffAndHoldsUpNobody() {
		StreamQueue<String> queue = queue(PATIENT.withBackoff(Duration.ofMillis(400), Duration.ofSeconds(1)));
		Queue<Long> attempts = new ConcurrentLinkedQueue<>();
		CountDownLatch others = new CountDownLatch(50);
		AtomicInteger before = new AtomicInteger();
		queue.subscribe((delivery) -> {
			if (!delivery.value().equals("bad")) {
				before.set(attempts.size());
				others.countDown();
				return;
			}
			attempts.add(System.nanoTime());
			if (delivery.attempt() < 3) {
				throw new IllegalStateException("attempt " + delivery.attempt());
			}
		}, SubscribeOptions.DEFAULTS);
		queue.publish("bad");
		queue.publishAll(StreamQueueTests.numbers(50));
		await().atMost(PATIENCE).until(() -> others.getCount() == 0);
		assertThat(before.get()).as("nobody waits for its end").isLessThan(3);
		await().atMost(PATIENCE).until(() -> attempts.size() == 3);
		List<Long> at = List.copyOf(attempts);
		assertThat(at.get(1) - at.get(0)).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(400));
		assertThat(at.get(2) - at.get(1)).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(800));
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(queue.stats().depth()).isZero());
		assertThat(queue.deadLetters().size()).isZero();
	}

	@Test
	void buriesPoisonAfterExactlyTheMostDeliveriesAndWorksOnTheRest() {
		StreamQueue<String> queue = queue(PATIENT.withMaxDeliveries(3));
		Map<String, AtomicInteger> attempts = new ConcurrentHashMap<>();
		Map<String, AtomicInteger> good = new ConcurrentHashMap<>();
		queue.subscribe((delivery) -> {
			boolean poison = delivery.value().startsWith("poison");
			(poison ? attempts : good).computeIfAbsent(delivery.value(), (value) -> new AtomicInteger())
				.incrementAndGet();
			if (poison) {
				throw new IllegalStateException("no " + delivery.value());
			}
		}, SubscribeOptions.concurrency(4));
		List<String> messages = new ArrayList<>(StreamQueueTests.numbers(10_000));
		IntStream.range(0, 10).forEach((i) -> messages.add(i * 1000, "poison" + i));
		String key = queue.streamKey();
		IntStream.range(0, 10).forEach((i) -> command(key, "XADD", key, "*", "v", "\u0000 not text " + i, "i", "raw"));
		queue.publishAll(messages);
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 10 && queue.stats().depth() == 0);
		assertThat(attempts).hasSize(10).allSatisfy((value, times) -> assertThat(times).hasValue(3));
		assertThat(good).hasSize(10_010).allSatisfy((value, times) -> assertThat(times).hasValue(1));
		assertThat(queue.deadLetters().list(100)).hasSize(10).allSatisfy((letter) -> {
			assertThat(letter.deliveries()).isEqualTo(3);
			assertThat(letter.value()).hasValueSatisfying((value) -> assertThat(value).startsWith("poison"));
			assertThat(letter.error()).contains("IllegalStateException", letter.value().orElseThrow());
			assertThat(letter.group()).isEqualTo("workers");
			assertThat(letter.diedAt()).isAfterOrEqualTo(letter.publishedAt());
			assertThat(letter.trace()).isEmpty();
		});
	}

	@Test
	void aDeadLetterTellsWhereItsMessageWas() throws InterruptedException {
		TaskQueue<String> tasks = tasks(
				QUICK.withVisibility(Duration.ofMillis(2500)).withMaxDeliveries(3).withTrace(true));
		String entry = tasks.enqueue("a").entryId();
		TaskLease<String> first = tasks.poll(Duration.ZERO).orElseThrow();
		assertThat(first.nack()).isEqualTo(Settlement.RETRY);
		TaskLease<String> second = tasks.poll(PATIENCE).orElseThrow();
		assertThat(second.attempt()).isEqualTo(2);
		// Not acknowledged.
		TaskLease<String> third = tasks.poll(PATIENCE).orElseThrow();
		assertThat(third.reject("useless\nfor all")).isEqualTo(Settlement.DEAD);
		DeadLetter<String> letter = tasks.deadLetters().list(1).get(0);
		assertThat(letter.error()).isEqualTo("useless\nfor all");
		assertTrace(letter, "enqueued", "delivered to \\S+, attempt 1", "failed: Given back",
				"delivered to \\S+, attempt 2", "not acknowledged in time", "delivered to \\S+, attempt 3",
				"dead: useless for all");
		assertThat(letter.trace().get(0)).startsWith(letter.publishedAt().toString());
		assertThat(letter.originalId()).isEqualTo(entry);
		assertThat(tasks.deadLetters().redriveAll()).isEqualTo(1);
		assertThat(tasks.poll(PATIENCE).orElseThrow().reject("again")).isEqualTo(Settlement.DEAD);
		assertThat(tasks.deadLetters().list(1).get(0).trace()).startsWith(letter.trace().toArray(String[]::new))
			.satisfies((lines) -> assertThat(lines.get(7)).endsWith(" redriven"),
					(lines) -> assertThat(lines.get(8)).contains(" delivered to ").endsWith(", attempt 1"),
					(lines) -> assertThat(lines.get(lines.size() - 1)).endsWith(" dead: again"));
	}

	@Test
	void aDeadLetterTellsWhichConsumersDied() {
		StreamQueue<String> queue = queue(QUICK.withMaxDeliveries(2).withTrace(true));
		String key = queue.streamKey();
		String entry = queue.publish("a").entryId();
		command(key, "XGROUP", "CREATE", key, "workers", "0");
		command(key, "XREADGROUP", "GROUP", "workers", "first", "COUNT", "1", "STREAMS", key, ">");
		command(key, "XCLAIM", key, "workers", "second", "0", entry, "RETRYCOUNT", "2");
		queue.subscribe((delivery) -> {
		}, SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 1);
		DeadLetter<String> letter = queue.deadLetters().list(1).get(0);
		assertThat(letter.consumer()).isEqualTo("second");
		assertTrace(letter, "enqueued", "not acknowledged in time by second, attempt 2, idle for \\d+ ms",
				"dead: Not acknowledged within its visibility");
	}

	@Test
	void whatSucceedsInTheEndLeavesNoTrace() {
		StreamQueue<String> queue = queue(
				PATIENT.withTrace(true).withBackoff(Duration.ofMillis(300), Duration.ofMillis(300)));
		String key = queue.streamKey();
		CountDownLatch traced = new CountDownLatch(1);
		queue.subscribe((delivery) -> {
			if (delivery.attempt() < 3) {
				throw new IllegalStateException();
			}
			assertThat(traced.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		}, SubscribeOptions.DEFAULTS);
		queue.publishAll(StreamQueueTests.numbers(20));
		await().atMost(PATIENCE).until(() -> number(key, "EXISTS", key + ":trace:workers") == 1);
		traced.countDown();
		await().atMost(PATIENCE).until(() -> queue.stats().depth() == 0);
		assertThat(number(key, "EXISTS", key + ":trace:workers")).isZero();
	}

	@Test
	void keepsSoManyDeadLettersAndCountsWhatItDrops() {
		StreamQueue<String> queue = queue(PATIENT.withMaxDeadLetters(5));
		queue.subscribe((delivery) -> {
			throw new DeadLetterException(delivery.value());
		}, SubscribeOptions.DEFAULTS);
		queue.publishAll(StreamQueueTests.numbers(12));
		await().atMost(PATIENCE).until(() -> queue.stats().depth() == 0);
		assertThat(queue.stats()).isEqualTo(new QueueStats(0, 0, 0, 0, Duration.ZERO, 5, 1, 7, false));
		assertThat(queue.deadLetters().list(10)).extracting((letter) -> letter.value().orElseThrow())
			.containsExactly("7", "8", "9", "10", "11");
		String key = queue.streamKey();
		String entry = queue(PATIENT).publish("recovered").entryId();
		await().atMost(PATIENCE).until(() -> queue.stats().depth() == 0);
		assertThat(queue.stats().droppedDeadLetters()).isEqualTo(8);
		assertThat(entry).isNotEmpty();
		assertThat(number(key, "GET", key + ":dropped")).isEqualTo(8);
	}

	private static void assertTrace(DeadLetter<?> letter, String... lines) {
		assertThat(letter.trace()).hasSize(lines.length);
		assertThat(letter.trace()).extracting((line) -> Instant.parse(line.substring(0, line.indexOf(' ')))).isSorted();
		for (int i = 0; i < lines.length; i++) {
			assertThat(letter.trace().get(i))
				.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z " + lines[i]);
		}
	}

	@Test
	void buriesWhatCannotBeReadBeforeAnyHandlerSeesIt() {
		StreamQueues process = process();
		StreamQueue<Order> queue = process.get(this.name, Order.class, PATIENT);
		Queue<Order> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		String key = queue.streamKey();
		command(key, "XADD", key, "*", "v", "{not json");
		command(key, "XADD", key, "*", "other", "1");
		queue.publish(new Order(7, "rose"));
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 2 && seen.size() == 1);
		assertThat(seen).containsExactly(new Order(7, "rose"));
		assertThat(queue.deadLetters().list(10)).allSatisfy((letter) -> {
			assertThat(letter.value()).isEmpty();
			assertThat(letter.deliveries()).isEqualTo(1);
		});
	}

	@Test
	void whatOnlyANewerReleaseReadsIsLeftToIt() {
		WorkQueueSettings patient = QUICK.withUnreadableRetry(Duration.ofMinutes(1)).withMaxDeliveries(2);
		StreamQueue<Order> old = process().get(this.name, Order.class, patient);
		StreamQueue<String> next = queue(patient);
		next.publish("a new kind of order");
		QueueSubscription running = old.subscribe((delivery) -> {
		}, SubscribeOptions.DEFAULTS);
		String unread = next.streamKey() + ":unread:workers";
		await().atMost(PATIENCE).until(() -> number(next.streamKey(), "ZCARD", unread) == 1);
		long since = number(next.streamKey(), "ZSCORE", unread, entryId(next));
		// Several attempts, which do not count.
		await().atMost(PATIENCE).until(() -> serverMillis(next.streamKey()) - since > 500);
		assertThat(next.stats().depth()).isEqualTo(1);
		running.stop(PATIENCE);
		Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
		next.subscribe((delivery) -> attempts.add(delivery.attempt()), SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> attempts.size() == 1);
		assertThat(attempts).containsExactly(1);
		assertThat(next.deadLetters().size()).isZero();
	}

	private String entryId(StreamQueue<?> queue) {
		return String.valueOf(((List<?>) list(queue.streamKey(), "XRANGE", queue.streamKey(), "-", "+").get(0)).get(0));
	}

	private long serverMillis(String key) {
		List<?> time = list(key, "TIME");
		return Long.parseLong(String.valueOf(time.get(0))) * 1000 + Long.parseLong(String.valueOf(time.get(1))) / 1000;
	}

	@Test
	void whatNobodyReadsIsADeadLetterInTheEnd() throws InterruptedException {
		WorkQueueSettings patient = QUICK.withUnreadableRetry(Duration.ofMillis(600));
		StreamQueue<Order> queue = process().get(this.name, Order.class, patient);
		String key = queue.streamKey();
		command(key, "XADD", key, "*", "v", "{not json");
		List<QueueSubscription> running = List.of(queue.subscribe((delivery) -> {
		}, SubscribeOptions.DEFAULTS), process().get(this.name, Order.class, patient).subscribe((delivery) -> {
		}, SubscribeOptions.DEFAULTS));
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 1);
		DeadLetter<Order> letter = queue.deadLetters().list(1).get(0);
		assertThat(Duration.between(letter.publishedAt(), letter.diedAt()))
			.isGreaterThanOrEqualTo(Duration.ofMillis(600));
		assertThat(letter.error()).startsWith("Cannot be read");
		assertThat(number(key, "EXISTS", key + ":unread:workers")).isZero();
		running.forEach((one) -> one.stop(PATIENCE));
		TaskQueue<Order> tasks = TaskQueues.create(process(), new LiveSettings<>(Map.of()))
			.get(this.name + "t", Order.class, patient);
		String polled = "test:task:{" + this.name + "t}";
		command(polled, "XADD", polled, "*", "v", "{not json");
		await().atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(20))
			.until(() -> tasks.poll(Duration.ofMillis(50)).isEmpty() && tasks.deadLetters().size() == 1);
	}

	@Test
	void deadLetterExceptionBuriesAtOnce() {
		StreamQueue<String> queue = queue(PATIENT);
		AtomicInteger attempts = new AtomicInteger();
		queue.subscribe((delivery) -> {
			attempts.incrementAndGet();
			throw new DeadLetterException("unknown customer");
		}, SubscribeOptions.DEFAULTS);
		queue.publish("a", new PublishOptions("id-1", 0, null));
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 1);
		assertThat(attempts).hasValue(1);
		DeadLetter<String> letter = queue.deadLetters().list(1).get(0);
		assertThat(letter.error()).isEqualTo("unknown customer");
		assertThat(letter.messageId()).contains("id-1");
	}

	@Test
	void redrivesNoDeadLetterByAPartOfItsId() {
		StreamQueue<String> queue = queue(PATIENT.withMaxDeliveries(1));
		queue.subscribe((delivery) -> {
			throw new IllegalStateException();
		}, SubscribeOptions.DEFAULTS);
		queue.publish("a");
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 1);
		String key = queue.streamKey();
		// As the second one of a millisecond.
		number(key, "DEL", key + ":dead");
		command(key, "XADD", key + ":dead", "5-1", "v", "\"a\"", "~id", "1-0");
		assertThat(queue.deadLetters().redrive("5")).isFalse();
		assertThat(queue.deadLetters().redrive("5-1")).isTrue();
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 1);
	}

	@Test
	void redrivesDeadLettersWithAllTheirAttempts() {
		StreamQueue<String> queue = queue(PATIENT.withMaxDeliveries(1));
		AtomicInteger failing = new AtomicInteger(1);
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> {
			if (failing.get() == 1) {
				throw new IllegalStateException();
			}
			seen.add(delivery.value());
		}, SubscribeOptions.DEFAULTS);
		queue.publishAll(StreamQueueTests.numbers(150));
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 150);
		failing.set(0);
		assertThat(queue.deadLetters().redrive(20)).isEqualTo(20);
		assertThat(queue.deadLetters().delete(queue.deadLetters().list(1).get(0).id())).isTrue();
		assertThat(queue.deadLetters().redriveAll()).isEqualTo(129);
		await().atMost(PATIENCE).until(() -> seen.size() == 149);
		assertThat(queue.deadLetters().clear()).isZero();
	}

}
