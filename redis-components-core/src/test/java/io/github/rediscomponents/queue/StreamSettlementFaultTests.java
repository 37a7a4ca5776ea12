// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.BatchProgress;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What becomes of single messages when the connection is away, data vanish, or it is
 * unknown whether they arrived.
 */
@Timeout(180)
class StreamSettlementFaultTests extends StreamFaultFixture {

	@Test
	void whatWasDoneWhileRedisWasAwayIsAcknowledgedIfNobodyElseTookIt() throws InterruptedException {
		StreamQueue<String> queue = queue("away", QUICK.withVisibility(Duration.ofMillis(500)));
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch finish = new CountDownLatch(1);
		AtomicInteger times = new AtomicInteger();
		queue.subscribe((delivery) -> {
			times.incrementAndGet();
			begun.countDown();
			assertThat(finish.await(30, TimeUnit.SECONDS)).isTrue();
		}, SubscribeOptions.concurrency(1).withPrefetch(0));
		queue.publish("a");
		assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
		this.proxy.refuse(true);
		this.proxy.cut();
		finish.countDown();
		long from = System.nanoTime();
		await().atMost(PATIENCE).until(() -> System.nanoTime() - from > 1_500_000_000L);
		this.proxy.refuse(false);
		await().atMost(PATIENCE).until(() -> number("XLEN", queue.streamKey()) == 0);
		assertThat(times).hasValue(1);
	}

	@Test
	void givingBackWhatWasFlushedIsToldAsLost() throws InterruptedException {
		TaskQueue<String> tasks = tasks("flushed", QUICK);
		tasks.enqueue("a");
		TaskLease<String> lease = tasks.poll(Duration.ZERO).orElseThrow();
		this.server.flushAll();
		assertThat(lease.nack()).isEqualTo(Settlement.LOST);
		tasks.enqueue("b");
		assertThat(tasks.poll(PATIENCE).orElseThrow().value()).isEqualTo("b");
	}

	@Test
	void aMessageThatNeverArrivesIsADeadLetterAfterAsManyDeliveries() {
		StreamQueue<String> queue = queue("swallowed", QUICK.withMaxDeliveries(3));
		String key = queue.streamKey();
		String entry = queue.publish("a").entryId();
		this.server.command("XGROUP", "CREATE", key, "workers", "0");
		this.server.command("XREADGROUP", "GROUP", "workers", "gone", "COUNT", "1", "STREAMS", key, ">");
		// As if its third reply was lost, and it was then given back.
		this.server.command("XCLAIM", key, "workers", "gone", "0", entry, "RETRYCOUNT", "3");
		this.server.command("ZADD", key + ":retry:workers", "1", entry);
		Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> attempts.add(delivery.attempt()), SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 1);
		assertThat(queue.deadLetters().list(1).get(0).deliveries()).isEqualTo(3);
		assertThat(attempts).isEmpty();
		assertThat(queue.stats().depth()).isZero();
	}

	@Test
	void anEntryOfThousandsOfFieldsDoesNotStopRecovery() {
		StreamQueue<String> queue = queue("wide", QUICK.withMaxDeliveries(2));
		String key = queue.streamKey();
		String[] wide = new String[3 + 10_000];
		wide[0] = "XADD";
		wide[1] = key;
		wide[2] = "*";
		IntStream.range(3, wide.length).forEach((i) -> wide[i] = "f" + i);
		String entry = String.valueOf(this.server.command(wide));
		this.server.command("XGROUP", "CREATE", key, "workers", "0");
		this.server.command("XREADGROUP", "GROUP", "workers", "gone", "COUNT", "1", "STREAMS", key, ">");
		this.server.command("XCLAIM", key, "workers", "gone", "0", entry, "RETRYCOUNT", "2");
		String second = String.valueOf(this.server.command(wide));
		assertThat(second).isNotEmpty();
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		queue.publish("good");
		await().atMost(PATIENCE).until(() -> seen.contains("good"));
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 2);
		await().atMost(PATIENCE).until(() -> queue.stats().depth() == 0);
		assertThat(queue.deadLetters().redriveAll()).isEqualTo(2);
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 2);
	}

	@Test
	void saysHowManyDeadLettersWerePutBackBeforeItFailed() {
		String key = queue("redriven", QUICK).streamKey();
		for (int i = 0; i < 250; i++) {
			this.server.command("XADD", key + ":dead", "*", "v", "\"a\"");
		}
		AtomicInteger scripts = new AtomicInteger();
		CommandPort failing = InterceptedPort.of(this.port, (method, args, real) -> {
			boolean redrives = InterceptedPort.script(args).equals("stream/redrive");
			if (redrives && scripts.incrementAndGet() == 2) {
				throw new RedisUnavailableException("away", Outcome.UNKNOWN, null);
			}
			return real.proceed();
		});
		DeadLetters<String> letters = StreamQueues
			.create(failing, new KeySpace("test"), codecs(), this.background, new LiveSettings<>(Map.of()))
			.get("redriven", String.class, QUICK)
			.deadLetters();
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(letters::redriveAll)
			.withMessage("away (100 of 250 done, 100 unknown, 50 not done)")
			.satisfies((ex) -> assertThat(ex.progress()).contains(new BatchProgress(100, 100, 50)));
		assertThat(letters.size()).isEqualTo(150);
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> {
			scripts.set(0);
			letters.redrive(150);
		}).satisfies((ex) -> assertThat(ex.progress()).contains(new BatchProgress(100, 50, 0)));
		assertThatIllegalArgumentException().isThrownBy(() -> letters.delete("\uD800")).withMessageStartingWith("id ");
		assertThatIllegalArgumentException().isThrownBy(() -> letters.redrive("\uD800")).withMessageStartingWith("id ");
	}

	@Test
	void redrivesForWhateverTheGroupIsCalledNow() {
		StreamQueue<String> before = queue("renamed", QUICK.withMaxDeliveries(1));
		QueueSubscription first = before.subscribe((delivery) -> {
			throw new IllegalStateException();
		}, SubscribeOptions.DEFAULTS);
		before.publish("a");
		await().atMost(PATIENCE).until(() -> before.deadLetters().size() == 1);
		assertThat(first.stop(PATIENCE)).isTrue();
		this.server.command("XGROUP", "DESTROY", before.streamKey(), "workers");
		StreamQueue<String> after = queue("renamed", QUICK.withGroup("others"));
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		after.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		assertThat(after.deadLetters().redriveAll()).isEqualTo(1);
		await().atMost(PATIENCE).until(() -> seen.contains("a"));
	}

	@Test
	void goesOnSoonAfterAnOutageOfSomeSeconds() {
		StreamQueue<String> queue = queue("outage", QUICK);
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		queue.publish("before");
		await().atMost(PATIENCE).until(() -> seen.contains("before"));
		this.proxy.refuse(true);
		this.proxy.cut();
		this.server.command("XADD", queue.streamKey(), "*", "v", "during");
		long from = System.nanoTime();
		await().atMost(PATIENCE).until(() -> System.nanoTime() - from > 2_300_000_000L);
		this.proxy.refuse(false);
		long back = System.nanoTime();
		await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> seen.contains("during"));
		assertThat(Duration.ofNanos(System.nanoTime() - back)).isLessThan(StreamQueueFixture.SOON);
	}

}
