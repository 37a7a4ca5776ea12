// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.support.UnreadablePort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a consumer does when replies cannot be read: it asks again, as without a reply.
 */
@Timeout(180)
class QueueReplyTests extends StreamFaultFixture {

	private final Queue<String> seen = new ConcurrentLinkedQueue<>();

	private StreamQueues process(String script, AtomicInteger unreadable) {
		return StreamQueues.create(UnreadablePort.of(this.port, script, unreadable), new KeySpace("test"), codecs(),
				this.background, new LiveSettings<>(Map.of()));
	}

	@Test
	void dueTasksArePromotedAllTheSame() {
		DelayQueue<String> elsewhere = delays(this.streams);
		// No announcement comes after the consumer has begun.
		elsewhere.schedule("a", Duration.ofMillis(1));
		AtomicInteger unreadable = new AtomicInteger(2);
		StreamQueues consuming = process("delay/promote", unreadable);
		delays(consuming).subscribe((delivery) -> this.seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> unreadable.get() == 0);
		await().atMost(PATIENCE).until(() -> this.seen.contains("a"));
		assertThat(consuming.stop(PATIENCE)).isTrue();
	}

	private static DelayQueue<String> delays(StreamQueues process) {
		return DelayQueues.create(process, new LiveSettings<>(Map.of())).get("work", String.class, PATIENT);
	}

	@Test
	void aMessageThatCameLateIsHandledAllTheSame() {
		AtomicInteger unreadable = new AtomicInteger();
		StreamQueues consuming = process("stream/extend", unreadable);
		StreamQueue<String> queue = consuming.get("late", String.class, StreamLateReplyTests.SHORT);
		queue.subscribe((delivery) -> this.seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		awaitReader();
		this.proxy.freeze();
		this.server.command("XADD", queue.streamKey(), "*", "v", "a");
		await().atMost(PATIENCE).until(() -> pending(queue.streamKey()) == 1);
		long given = System.nanoTime();
		await().atMost(PATIENCE)
			.until(() -> System.nanoTime() - given > StreamLateReplyTests.SHORT.visibility().toNanos());
		unreadable.set(20);
		this.proxy.thaw();
		await().atMost(PATIENCE).until(() -> this.seen.contains("a"));
		await().atMost(PATIENCE).until(() -> number("XLEN", queue.streamKey()) == 0);
		assertThat(consuming.stop(PATIENCE)).isTrue();
	}

	/** The visibility is too long to wait for. */
	@Test
	void aLostDeliveryIsTakenBackAllTheSame() {
		AtomicInteger unreadable = new AtomicInteger(2);
		StreamQueues consuming = process("stream/recover", unreadable);
		StreamQueue<String> queue = consuming.get("lost", String.class, QUICK.withVisibility(Duration.ofHours(1)));
		queue.subscribe((delivery) -> this.seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> unreadable.get() == 0);
		awaitReader();
		this.proxy.freeze();
		queueElsewhere(queue.streamKey());
		this.proxy.cut();
		this.proxy.thaw();
		await().atMost(PATIENCE).until(() -> this.seen.contains("a"));
		assertThat(consuming.stop(PATIENCE)).isTrue();
	}

	private void queueElsewhere(String key) {
		this.server.command("XADD", key, "*", "v", "a");
		await().atMost(PATIENCE).until(() -> pending(key) == 1);
	}

}
