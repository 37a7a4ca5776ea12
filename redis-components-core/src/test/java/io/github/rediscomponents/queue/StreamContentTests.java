// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.BatchProgress;
import io.github.rediscomponents.Overflow;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What comes into a stream queue and how long it stays there.
 */
@StandaloneAndCluster
@Tag("contract")
@Timeout(180)
class StreamContentTests extends StreamQueueFixture {

	StreamContentTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void publishesAnIdOnceWithinItsWindow() {
		StreamQueue<String> queue = queue(PATIENT.withDedupeWindow(Duration.ofMinutes(10)));
		Published first = queue.publish("a", PublishOptions.id("order-7"));
		Published second = queue.publish("b", PublishOptions.id("order-7"));
		assertThat(first.duplicate()).isFalse();
		assertThat(second).isEqualTo(new Published(first.entryId(), true));
		assertThat(queue.stats().depth()).isEqualTo(1);
		// As if its window had passed.
		String key = queue.streamKey();
		assertThat(number(key, "ZADD", key + ":windows", "XX", "CH", "1", "order-7")).isEqualTo(1);
		assertThat(queue.publish("c", PublishOptions.id("order-7")).duplicate()).isFalse();
	}

	@Test
	void aShorterWindowOfLaterMessagesLeavesEarlierOnesAsTheyAre() {
		StreamQueue<String> queue = queue(PATIENT.withDedupeWindow(Duration.ofHours(2)));
		Published first = queue.publish("a", PublishOptions.id("order-7"));
		StreamQueue<String> brief = queue(PATIENT.withDedupeWindow(Duration.ofMillis(1)));
		brief.publish("b", PublishOptions.id("order-8"));
		String key = queue.streamKey();
		for (String part : List.of("ids", "windows")) {
			assertThat(number(key, "PTTL", key + ":" + part)).isGreaterThan(Duration.ofHours(1).toMillis());
		}
		await().atMost(PATIENCE).until(() -> !brief.publish("c", PublishOptions.id("order-8")).duplicate());
		assertThat(brief.publish("d", PublishOptions.id("order-7"))).isEqualTo(new Published(first.entryId(), true));
	}

	@Test
	void refusesOrDropsWhenFull() {
		StreamQueue<String> rejecting = queue(PATIENT.withMaxLength(3, Overflow.REJECT));
		rejecting.publishAll(List.of("a", "b"));
		assertThatExceptionOfType(QueueFullException.class).isThrownBy(() -> rejecting.publishAll(List.of("c", "d")))
			.satisfies((ex) -> assertThat(ex.maxLength()).isEqualTo(3));
		assertThat(rejecting.stats().depth()).isEqualTo(2);
		StreamQueue<String> dropping = queue(PATIENT.withMaxLength(3, Overflow.DROP_OLDEST));
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
		StreamQueue<String> careless = queue(PATIENT.withMaxLength(3, Overflow.DROP_PENDING));
		careless.publish("f");
		assertThat(number(key, "XLEN", key)).isEqualTo(3);
	}

	@Test
	void aFullQueueTakesTheFirstOfManyAndNoneBehindARefusedOne() {
		StreamQueue<String> queue = queue(PATIENT.withMaxLength(900, Overflow.REJECT));
		List<String> many = StreamQueueTests.numbers(1100);
		// The last hundred would fit.
		assertThatExceptionOfType(QueueFullException.class).isThrownBy(() -> queue.publishAll(many))
			.satisfies((ex) -> assertThat(ex.progress()).contains(new BatchProgress(500, 0, 600)));
		assertThat(queue.stats().depth()).isEqualTo(500);
		queue.publishAll(many.subList(500, 900));
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> seen.size() == 900);
		assertThat(seen).containsExactlyElementsOf(many.subList(0, 900));
	}

	@Test
	void refusesBadMessagesBeforeAnythingIsSent() {
		StreamQueue<String> queue = queue(PATIENT.withMaxPayload(10));
		assertThatExceptionOfType(PayloadTooLargeException.class)
			.isThrownBy(() -> queue.publishAll(List.of("short", "much too long")))
			.satisfies((ex) -> assertThat(ex.size()).isEqualTo(13));
		StreamQueue<Unwritable> unwritable = process().get(this.name, Unwritable.class, PATIENT);
		assertThatExceptionOfType(CodecException.class).isThrownBy(() -> unwritable.publish(new Unwritable()));
		assertThatIllegalArgumentException().isThrownBy(() -> queue.subscribe((delivery) -> {
		}, SubscribeOptions.DEFAULTS.withGroup("others"))).withMessageContaining("options.group");
		assertThat(number(queue.streamKey(), "EXISTS", queue.streamKey())).isZero();
	}

	@Test
	void everyGroupGetsEveryMessageAndTheSlowestKeepsThem() {
		WorkQueueSettings settings = PATIENT.withRetention(TrimPolicy.ALL_GROUPS);
		StreamQueue<String> queue = queue(settings);
		Queue<String> mail = new ConcurrentLinkedQueue<>();
		CountDownLatch slow = new CountDownLatch(1);
		queue.subscribe((delivery) -> mail.add(delivery.value()), SubscribeOptions.DEFAULTS.withGroup("mail"));
		Queue<String> audit = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> {
			assertThat(slow.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
			audit.add(delivery.value());
		}, SubscribeOptions.DEFAULTS.withGroup("audit"));
		await().atMost(PATIENCE)
			.until(() -> number(queue.streamKey(), "EXISTS", queue.streamKey()) == 1
					&& list(queue.streamKey(), "XINFO", "GROUPS", queue.streamKey()).size() == 2);
		queue.publishAll(StreamQueueTests.numbers(20));
		await().atMost(PATIENCE).until(() -> mail.size() == 20);
		assertThat(queue.stats("audit").depth()).isEqualTo(20);
		assertThat(number(queue.streamKey(), "XLEN", queue.streamKey())).isEqualTo(20);
		slow.countDown();
		await().atMost(PATIENCE).until(() -> audit.size() == 20);
		await().atMost(PATIENCE).until(() -> number(queue.streamKey(), "XLEN", queue.streamKey()) == 0);
	}

	@Test
	void anApplicationsOwnScriptDecidesAndPublishesInOneStep() {
		StreamQueue<Order> queue = process().get(this.name, "voucher:" + this.name, Order.class, PATIENT);
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
		StreamQueue<String> queue = queue(PATIENT);
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		queue.publish("before");
		await().atMost(PATIENCE).until(() -> seen.contains("before"));
		server().flushAll();
		long flushed = System.nanoTime();
		queue.publish("after");
		await().atMost(PATIENCE).until(() -> seen.contains("after"));
		assertThat(Duration.ofNanos(System.nanoTime() - flushed)).isLessThan(SOON);
	}

	@Test
	void retiringRemovesTheKeysOfAllGroups() {
		StreamQueue<String> queue = queue(PATIENT.withRetention(TrimPolicy.ALL_GROUPS).withMaxDeadLetters(1));
		String key = queue.streamKey();
		queue.publish("a");
		command(key, "XGROUP", "CREATE", key, "mail", "0");
		assertThat(queue.retire()).isFalse();
		command(key, "XTRIM", key, "MAXLEN", "0");
		// As if an entry had vanished before it was delivered again.
		command(key, "ZADD", key + ":retry:mail", "1", "1-1");
		command(key, "HSET", key + ":trace:mail", "1-1", "1 enqueued");
		command(key, "ZADD", key + ":retry:workers", "1", "1-1");
		command(key, "SET", key + ":dropped", "3");
		assertThat(queue.retire()).isTrue();
		for (String part : List.of("", ":dead", ":retry:mail", ":trace:mail", ":retry:workers", ":dropped")) {
			assertThat(number(key, "EXISTS", key + part)).isZero();
		}
	}

	static final class Unwritable {

		@SuppressWarnings("unused")
		public Object getSelf() {
			throw new IllegalStateException();
		}

	}

}
