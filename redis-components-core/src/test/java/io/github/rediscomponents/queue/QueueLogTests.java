// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import ch.qos.logback.classic.spi.ILoggingEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.engine.QueueEngine;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.support.acl.AsDefaultUser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What repeats is logged once, with the name of the queue and the exception.
 */
@Timeout(120)
class QueueLogTests extends StreamFaultFixture {

	private final CapturedLog lines = CapturedLog.of(QueueEngine.class.getPackageName());

	@AfterEach
	void stop() {
		this.lines.close();
	}

	@Test
	@AsDefaultUser(AsDefaultUser.COUNTS)
	void aQueueThatCannotBeginIsNamedOnceWithTheCause() {
		StreamQueue<String> queue = queue("mail", QUICK);
		this.server.command("SET", "test:stream:{mail}", "no stream");
		long before = scripts();
		queue.subscribe((delivery) -> {
		}, SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> scripts() >= before + 5);
		assertThat(this.lines.warnings()).singleElement().satisfies((line) -> named(line, "stream queue 'mail'"));
	}

	@Test
	void aQueueThatBreaksWhileItIsReadIsNamedOnceWithTheCause() {
		StreamQueue<String> queue = queue("mail", QUICK);
		AtomicInteger handled = new AtomicInteger();
		queue.subscribe((delivery) -> handled.incrementAndGet(), SubscribeOptions.DEFAULTS);
		queue.publish("1");
		await().atMost(PATIENCE).until(() -> handled.get() == 1);
		this.server.command("SET", "test:stream:{mail}", "no stream");
		long before = scripts();
		await().atMost(PATIENCE).until(() -> scripts() >= before + 10);
		assertThat(this.lines.warnings()).isNotEmpty()
			.allSatisfy((line) -> named(line, "stream queue 'mail'"))
			.extracting(ILoggingEvent::getFormattedMessage)
			.doesNotHaveDuplicates();
	}

	@Test
	void deadLettersAreNamedOnceWithTheCause() {
		TaskQueue<String> queue = tasks("mail", QUICK.withMaxDeliveries(1));
		queue.enqueueAll(IntStream.range(0, 100).mapToObj(String::valueOf).toList());
		queue.subscribe((delivery) -> {
			throw new IllegalStateException("on purpose");
		}, SubscribeOptions.concurrency(4));
		await().atMost(PATIENCE).until(() -> queue.stats().deadLetters() == 100);
		assertThat(this.lines.warnings()).singleElement().satisfies((line) -> {
			named(line, "task queue 'mail'");
			assertThat(line.getThrowableProxy().getMessage()).isEqualTo("on purpose");
		});
	}

	@Test
	void aDelayQueueThatCannotPromoteIsNamedOnceWithTheCause() {
		DelayQueue<String> queue = DelayQueues.create(this.streams, new LiveSettings<>(Map.of()))
			.get("mail", String.class, QUICK);
		// The first connection of a JVM may take longer than a call.
		await().atMost(PATIENCE).ignoreExceptions().until(() -> queue.schedule("1", Duration.ofDays(1)) != null);
		list("KEYS", "*").forEach((key) -> {
			if ("zset".equals(String.valueOf(this.server.command("TYPE", String.valueOf(key))))) {
				this.server.command("SET", String.valueOf(key), "no set");
			}
		});
		long before = scripts();
		queue.subscribe((delivery) -> {
		}, SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> scripts() >= before + 10);
		assertThat(this.lines.warnings()).allSatisfy((line) -> named(line, "delay queue 'mail'"))
			.extracting(ILoggingEvent::getFormattedMessage)
			.doesNotHaveDuplicates();
	}

	private static void named(ILoggingEvent line, String queue) {
		assertThat(line.getFormattedMessage()).contains(queue);
		assertThat(line.getThrowableProxy()).as(line.getFormattedMessage()).isNotNull();
	}

}
