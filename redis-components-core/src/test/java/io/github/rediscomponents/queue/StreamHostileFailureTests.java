// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.support.HostileException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What handlers and codecs throw may throw again whatever it is asked for.
 */
@Timeout(180)
class StreamHostileFailureTests extends StreamFaultFixture {

	@Override
	ValueCodecs codecs() {
		return reading((text) -> {
			if (text.startsWith("unreadable")) {
				throw new HostileException();
			}
		});
	}

	@ParameterizedTest
	@EnumSource
	void aThrowableThatThrowsEndsNeitherTheWorkerNorTheAttempts(Kind kind) {
		StreamQueue<String> queue = queue("hostile", QUICK.withMaxDeliveries(2));
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		AtomicInteger attempts = new AtomicInteger();
		queue.subscribe((delivery) -> {
			if (delivery.value().equals("hostile")) {
				attempts.incrementAndGet();
				throw kind.made();
			}
			seen.add(delivery.value());
		}, SubscribeOptions.DEFAULTS);
		queue.publish("hostile");
		queue.publish("good");
		await().atMost(PATIENCE).until(() -> seen.contains("good"));
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 1);
		assertThat(attempts).hasValue(kind == Kind.THROWN ? 2 : 1);
		assertThat(queue.deadLetters().list(1).get(0).error()).isNotEmpty();
		await().atMost(PATIENCE).until(() -> queue.stats().depth() == 0);
		queue.publish("after");
		await().atMost(PATIENCE).until(() -> seen.contains("after"));
	}

	@Test
	void aCodecThatThrowsSuchAnExceptionStopsNobody() throws InterruptedException {
		StreamQueue<String> queue = queue("unreadable", QUICK.withMaxDeliveries(2));
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		queue.publish("unreadable");
		queue.publish("good");
		await().atMost(PATIENCE).until(() -> seen.contains("good"));
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 1);
		TaskQueue<String> tasks = tasks("unreadable", QUICK.withMaxDeliveries(1));
		tasks.enqueue("unreadable");
		tasks.enqueue("good");
		assertThat(tasks.poll(PATIENCE).orElseThrow().value()).isEqualTo("good");
		await().atMost(PATIENCE).until(() -> tasks.deadLetters().size() == 1);
	}

	/** How it is thrown. */
	enum Kind {

		THROWN, DEAD_LETTER, CAUSE_OF_A_DEAD_LETTER;

		RuntimeException made() {
			return switch (this) {
				case THROWN -> new HostileException();
				case DEAD_LETTER -> new DeadLetterException("hostile") {
					@Override
					public String getMessage() {
						throw new IllegalStateException("no message");
					}
				};
				case CAUSE_OF_A_DEAD_LETTER -> new DeadLetterException("hostile", new HostileException());
			};
		}

	}

}
