package io.github.rediscomponents.queue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What a stream queue does, on every topology.
 */
@Timeout(60)
abstract class StreamQueueContract extends StreamQueueFixture {

	@Test
	void deliversEveryMessageOnceInOrderToOneHandler() {
		StreamQueue<String> queue = queue(QUICK);
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		List<String> messages = numbers(1200);
		queue.publishAll(messages);
		await().atMost(PATIENCE).until(() -> seen.size() >= 1200);
		assertThat(seen).containsExactlyElementsOf(messages);
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(queue.stats().depth()).isZero());
	}

	@Test
	void severalProcessesShareMessagesAndNeverExceedTheirConcurrency() {
		Map<String, AtomicInteger> seen = new ConcurrentHashMap<>();
		AtomicInteger running = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		for (int i = 0; i < 3; i++) {
			queue(QUICK).subscribe((delivery) -> {
				most.accumulateAndGet(running.incrementAndGet(), Math::max);
				seen.computeIfAbsent(delivery.value(), (value) -> new AtomicInteger()).incrementAndGet();
				running.decrementAndGet();
			}, SubscribeOptions.concurrency(2));
		}
		StreamQueue<String> queue = queue(QUICK);
		Concurrently.run(4, () -> {
			String thread = Thread.currentThread().getName();
			for (int i = 0; i < 250; i++) {
				queue.publish(thread + i);
			}
		});
		await().atMost(PATIENCE).until(() -> seen.size() == 1000);
		assertThat(seen.values()).allMatch((times) -> times.get() == 1);
		assertThat(most.get()).isLessThanOrEqualTo(6);
	}

	@Test
	void deliversWhatWasPublishedBeforeAnybodySubscribed() {
		StreamQueue<String> queue = queue(QUICK);
		queue.publish("early");
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> seen.contains("early"));
	}

	@Test
	void publishesAnIdOnceWithinItsWindow() {
		StreamQueue<String> queue = queue(QUICK.withDedupeWindow(Duration.ofMillis(300)));
		Published first = queue.publish("a", EnqueueOptions.id("order-7"));
		Published second = queue.publish("b", EnqueueOptions.id("order-7"));
		assertThat(first.duplicate()).isFalse();
		assertThat(second).isEqualTo(new Published(first.entryId(), true));
		assertThat(queue.stats().depth()).isEqualTo(1);
		await().atMost(PATIENCE).until(() -> !queue.publish("c", EnqueueOptions.id("order-7")).duplicate());
	}

	@Test
	void deliversAFailedMessageAgainNeverBeforeItsBackOffAndHoldsUpNobody() {
		StreamQueue<String> queue = queue(QUICK.withBackoff(Duration.ofMillis(400), Duration.ofSeconds(1)));
		Queue<Long> attempts = new ConcurrentLinkedQueue<>();
		CountDownLatch others = new CountDownLatch(50);
		queue.subscribe((delivery) -> {
			if (!delivery.value().equals("bad")) {
				others.countDown();
				return;
			}
			attempts.add(System.nanoTime());
			if (delivery.attempt() < 3) {
				throw new IllegalStateException("attempt " + delivery.attempt());
			}
		}, SubscribeOptions.DEFAULTS);
		queue.publish("bad");
		queue.publishAll(numbers(50));
		await().atMost(PATIENCE).until(() -> others.getCount() == 0);
		assertThat(attempts).hasSize(1);
		await().atMost(PATIENCE).until(() -> attempts.size() == 3);
		List<Long> at = List.copyOf(attempts);
		assertThat(at.get(1) - at.get(0)).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(400));
		assertThat(at.get(2) - at.get(1)).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(800));
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(queue.stats().depth()).isZero());
		assertThat(queue.deadLetters().size()).isZero();
	}

	@Test
	void buriesPoisonAfterExactlyTheMostDeliveriesAndWorksOnTheRest() {
		StreamQueue<String> queue = queue(QUICK.withMaxDeliveries(3).withTrace(true));
		Map<String, AtomicInteger> attempts = new ConcurrentHashMap<>();
		AtomicInteger good = new AtomicInteger();
		queue.subscribe((delivery) -> {
			if (delivery.value().startsWith("poison")) {
				attempts.computeIfAbsent(delivery.value(), (value) -> new AtomicInteger()).incrementAndGet();
				throw new IllegalStateException("no " + delivery.value());
			}
			good.incrementAndGet();
		}, SubscribeOptions.concurrency(4));
		List<String> messages = new ArrayList<>(numbers(500));
		IntStream.range(0, 10).forEach((i) -> messages.add(i * 50, "poison" + i));
		queue.publishAll(messages);
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 10 && good.get() == 500);
		assertThat(attempts).hasSize(10).allSatisfy((value, times) -> assertThat(times).hasValue(3));
		assertThat(queue.deadLetters().list(100)).hasSize(10).allSatisfy((letter) -> {
			assertThat(letter.deliveries()).isEqualTo(3);
			assertThat(letter.value()).hasValueSatisfying((value) -> assertThat(value).startsWith("poison"));
			assertThat(letter.error()).contains("IllegalStateException", letter.value().orElseThrow());
			assertThat(letter.trace()).hasSize(2).allMatch((line) -> line.contains("failed"));
			assertThat(letter.group()).isEqualTo("workers");
			assertThat(letter.diedAt()).isAfterOrEqualTo(letter.publishedAt());
		});
	}

	@Test
	void buriesWhatCannotBeReadBeforeAnyHandlerSeesIt() {
		StreamQueues process = process();
		StreamQueue<Order> queue = process.queue(this.name, Order.class, new LiveSettings<>(QUICK));
		Queue<Order> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		String key = queue.streamKey();
		command(key, "XADD", key, "*", "v", "{not json");
		command(key, "XADD", key, "*", "other", "1");
		queue.publish(new Order(7, "rose"));
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 2 && seen.size() == 1);
		assertThat(seen).containsExactly(new Order(7, "rose"));
		assertThat(queue.deadLetters().list(10)).allMatch((letter) -> letter.value().isEmpty());
	}

	@Test
	void deadLetterExceptionBuriesAtOnce() {
		StreamQueue<String> queue = queue(QUICK);
		AtomicInteger attempts = new AtomicInteger();
		queue.subscribe((delivery) -> {
			attempts.incrementAndGet();
			throw new DeadLetterException("unknown customer");
		}, SubscribeOptions.DEFAULTS);
		queue.publish("a", new EnqueueOptions("id-1", 0, null));
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 1);
		assertThat(attempts).hasValue(1);
		DeadLetter<String> letter = queue.deadLetters().list(1).get(0);
		assertThat(letter.error()).isEqualTo("unknown customer");
		assertThat(letter.messageId()).contains("id-1");
	}

	@Test
	void redrivesDeadLettersWithAllTheirAttempts() {
		StreamQueue<String> queue = queue(QUICK.withMaxDeliveries(1));
		AtomicInteger failing = new AtomicInteger(1);
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> {
			if (failing.get() == 1) {
				throw new IllegalStateException();
			}
			seen.add(delivery.value());
		}, SubscribeOptions.DEFAULTS);
		queue.publishAll(numbers(150));
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 150);
		failing.set(0);
		assertThat(queue.deadLetters().redrive(20)).isEqualTo(20);
		assertThat(queue.deadLetters().delete(queue.deadLetters().list(1).get(0).id())).isTrue();
		assertThat(queue.deadLetters().redriveAll()).isEqualTo(129);
		await().atMost(PATIENCE).until(() -> seen.size() == 149);
		assertThat(queue.deadLetters().purge()).isZero();
	}

	@Test
	void heartbeatsKeepALongMessageWithItsHandler() {
		AtomicInteger times = new AtomicInteger();
		CountDownLatch finish = new CountDownLatch(1);
		MessageHandler<String> slow = (delivery) -> {
			times.incrementAndGet();
			assertThat(finish.await(20, TimeUnit.SECONDS)).isTrue();
		};
		StreamQueue<String> queue = queue(QUICK);
		queue.subscribe(slow, SubscribeOptions.DEFAULTS);
		queue(QUICK).subscribe(slow, SubscribeOptions.DEFAULTS);
		queue.publish("long");
		String key = queue.streamKey();
		// Longer than the visibility twice, by the entry's own age.
		await().atMost(PATIENCE).until(() -> queue.stats().oldest().toMillis() > 3000);
		assertThat(times).hasValue(1);
		finish.countDown();
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(number(key, "XLEN", key)).isZero());
		assertThat(times).hasValue(1);
	}

	@Test
	void givesAMessageOfADeadConsumerToAnotherAndForgetsTheDead() {
		StreamQueue<String> queue = queue(QUICK);
		String key = queue.streamKey();
		queue.publish("orphan");
		command(key, "XGROUP", "CREATE", key, "workers", "0");
		command(key, "XREADGROUP", "GROUP", "workers", "dead", "COUNT", "1", "STREAMS", key, ">");
		Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> attempts.add(delivery.attempt()), SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> attempts.contains(2));
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(queue.stats().consumers()).isEqualTo(1));
	}

	@Test
	void refusesAnAcknowledgementOfSomebodyElsesMessage() {
		StreamQueue<String> queue = queue(QUICK);
		String key = queue.streamKey();
		Queue<Boolean> lost = new ConcurrentLinkedQueue<>();
		AtomicInteger attempts = new AtomicInteger();
		queue.publish("contested");
		queue.subscribe((delivery) -> {
			if (attempts.incrementAndGet() == 1) {
				// As if this process had been stopped for longer than the visibility.
				command(key, "XCLAIM", key, "workers", "thief", "0", delivery.entryId());
				await().atMost(PATIENCE).until(delivery::isLost);
				lost.add(true);
			}
		}, SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> lost.size() == 1);
		// Its acknowledgement changed nothing: the thief's own visibility must pass.
		await().atMost(PATIENCE).until(() -> attempts.get() == 2);
	}

	@Test
	void refusesOrDropsWhenFull() {
		StreamQueue<String> rejecting = queue(QUICK.withMaxLength(3, Overflow.REJECT));
		rejecting.publishAll(List.of("a", "b"));
		assertThatExceptionOfType(QueueFullException.class).isThrownBy(() -> rejecting.publishAll(List.of("c", "d")))
			.satisfies((ex) -> assertThat(ex.maxLength()).isEqualTo(3));
		assertThat(rejecting.stats().depth()).isEqualTo(2);
		StreamQueue<String> dropping = queue(QUICK.withMaxLength(3, Overflow.DROP_OLDEST));
		String key = dropping.streamKey();
		command(key, "XGROUP", "CREATE", key, "workers", "0");
		command(key, "XREADGROUP", "GROUP", "workers", "x", "COUNT", "1", "STREAMS", key, ">");
		dropping.publishAll(List.of("c", "d"));
		assertThat(dropping.stats()).satisfies((stats) -> {
			assertThat(stats.depth()).isEqualTo(3);
			assertThat(stats.pending()).isEqualTo(1);
		});
		command(key, "XREADGROUP", "GROUP", "workers", "x", "COUNT", "9", "STREAMS", key, ">");
		assertThatExceptionOfType(QueueFullException.class).isThrownBy(() -> dropping.publish("e"));
		StreamQueue<String> careless = queue(QUICK.withMaxLength(3, Overflow.DROP_PENDING));
		careless.publish("f");
		assertThat(number(key, "XLEN", key)).isEqualTo(3);
	}

	@Test
	void refusesBadMessagesBeforeAnythingIsSent() {
		StreamQueue<String> queue = queue(QUICK.withMaxPayload(10));
		assertThatExceptionOfType(PayloadTooLargeException.class)
			.isThrownBy(() -> queue.publishAll(List.of("short", "much too long")))
			.satisfies((ex) -> assertThat(ex.size()).isEqualTo(13));
		StreamQueue<Unwritable> unwritable = process().queue(this.name, Unwritable.class, new LiveSettings<>(QUICK));
		assertThatExceptionOfType(CodecException.class).isThrownBy(() -> unwritable.publish(new Unwritable()));
		assertThatIllegalArgumentException().isThrownBy(() -> queue.subscribe((delivery) -> {
		}, SubscribeOptions.DEFAULTS.withGroup("others"))).withMessageContaining("options.group");
		assertThat(number(queue.streamKey(), "EXISTS", queue.streamKey())).isZero();
	}

	@Test
	void everyGroupGetsEveryMessageAndTheSlowestKeepsThem() {
		StreamQueueSettings settings = QUICK.withRetention(Retention.ALL_GROUPS);
		StreamQueue<String> queue = queue(settings);
		Queue<String> mail = new ConcurrentLinkedQueue<>();
		CountDownLatch slow = new CountDownLatch(1);
		queue.subscribe((delivery) -> mail.add(delivery.value()), SubscribeOptions.DEFAULTS.withGroup("mail"));
		Queue<String> audit = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> {
			assertThat(slow.await(20, TimeUnit.SECONDS)).isTrue();
			audit.add(delivery.value());
		}, SubscribeOptions.DEFAULTS.withGroup("audit"));
		await().atMost(PATIENCE)
			.until(() -> number(queue.streamKey(), "EXISTS", queue.streamKey()) == 1
					&& list(queue.streamKey(), "XINFO", "GROUPS", queue.streamKey()).size() == 2);
		queue.publishAll(numbers(20));
		await().atMost(PATIENCE).until(() -> mail.size() == 20);
		assertThat(queue.stats("audit").depth()).isEqualTo(20);
		assertThat(number(queue.streamKey(), "XLEN", queue.streamKey())).isEqualTo(20);
		slow.countDown();
		await().atMost(PATIENCE).until(() -> audit.size() == 20);
		await().atMost(PATIENCE).until(() -> number(queue.streamKey(), "XLEN", queue.streamKey()) == 0);
	}

	@Test
	void anApplicationsOwnScriptDecidesAndPublishesInOneStep() {
		StreamQueue<Order> queue = process().queue(this.name, "voucher:" + this.name, Order.class,
				new LiveSettings<>(QUICK));
		Queue<Delivery<Order>> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe(seen::add, SubscribeOptions.DEFAULTS);
		String stock = "shop:{voucher:" + this.name + "}:stock";
		command(stock, "SET", stock, "2");
		String script = "if tonumber(redis.call('GET', KEYS[1])) < 1 then return 0 end "
				+ "redis.call('DECR', KEYS[1]) "
				+ "redis.call('XADD', KEYS[2], '*', 'v', ARGV[1], 'i', ARGV[2], 'a', '2') return 1";
		String payload = new String(queue.payload(new Order(7, "rose")), StandardCharsets.UTF_8);
		long sold = IntStream.range(0, 5)
			.mapToLong((i) -> number(stock, "EVAL", script, "2", stock, queue.streamKey(), payload, "order-" + i))
			.sum();
		assertThat(sold).isEqualTo(2);
		await().atMost(PATIENCE).until(() -> seen.size() == 2);
		assertThat(seen).allSatisfy((delivery) -> {
			assertThat(delivery.value()).isEqualTo(new Order(7, "rose"));
			assertThat(delivery.messageId()).hasValueSatisfying((id) -> assertThat(id).startsWith("order-"));
		});
	}

	@Test
	void resumesWithinTwoSecondsWhenAllDataIsGone() {
		StreamQueue<String> queue = queue(QUICK);
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		queue.publish("before");
		await().atMost(PATIENCE).until(() -> seen.contains("before"));
		server().flushAll();
		long flushed = System.nanoTime();
		queue.publish("after");
		await().atMost(PATIENCE).until(() -> seen.contains("after"));
		assertThat(Duration.ofNanos(System.nanoTime() - flushed)).isLessThan(Duration.ofSeconds(2));
	}

	@Test
	void leavesNothingBehindWhenItIsStopped() {
		StreamQueue<String> queue = queue(QUICK);
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		QueueSubscription subscription = queue.subscribe((delivery) -> seen.add(delivery.value()),
				SubscribeOptions.concurrency(4));
		queue.publishAll(numbers(2000));
		await().atMost(PATIENCE).until(() -> seen.size() == 2000);
		assertThat(subscription.stop(PATIENCE)).isTrue();
		assertThat(subscription.isRunning()).isFalse();
		String key = queue.streamKey();
		assertThat(queue.stats()).isEqualTo(new QueueStats(0, 0, 0, 0, Duration.ZERO, 0, 0));
		assertThat(number(key, "MEMORY", "USAGE", key)).isLessThanOrEqualTo(2048);
		assertThat(queue.retire()).isTrue();
		assertThat(number(key, "EXISTS", key)).isZero();
	}

	@Test
	void stoppingGivesBackWhatNoHandlerHasBegunWith() throws Exception {
		StreamQueue<String> queue = queue(QUICK.withVisibility(Duration.ofSeconds(30)));
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch finish = new CountDownLatch(1);
		QueueSubscription first = queue.subscribe((delivery) -> {
			begun.countDown();
			assertThat(finish.await(20, TimeUnit.SECONDS)).isTrue();
		}, SubscribeOptions.DEFAULTS);
		queue.publishAll(numbers(10));
		assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
		assertThat(first.stop(Duration.ofMillis(50))).isFalse();
		finish.countDown();
		Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
		queue(QUICK.withVisibility(Duration.ofSeconds(30))).subscribe((delivery) -> attempts.add(delivery.attempt()),
				SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> attempts.size() == 9);
		assertThat(attempts).containsOnly(1);
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(queue.stats().depth()).isZero());
	}

	static List<String> numbers(int n) {
		return IntStream.range(0, n).mapToObj(String::valueOf).toList();
	}

	record Order(long id, String what) {
	}

	static final class Unwritable {

		@SuppressWarnings("unused")
		public Object getSelf() {
			throw new IllegalStateException();
		}

	}

}
