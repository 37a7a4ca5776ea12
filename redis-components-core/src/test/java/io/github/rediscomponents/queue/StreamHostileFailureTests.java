// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

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

	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	void aLogThatThrowsDoesNotEndTheReader(int queues) {
		// The reader is who learns of the pause, and not the recovery.
		WorkQueueSettings rare = QUICK.withVisibility(Duration.ofMinutes(1));
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		List<StreamQueue<String>> of = IntStream.range(0, queues).mapToObj((i) -> queue("q" + i, rare)).toList();
		of.forEach((queue) -> queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS));
		of.forEach((queue) -> queue.publish("before"));
		await().atMost(PATIENCE).until(() -> seen.size() == queues);
		FullDisk log = FullDisk.of("is paused");
		try {
			// Another process, so that the reader of this one learns of it.
			this.server.command("SET", of.get(0).streamKey() + ":paused", "1");
			await().atMost(PATIENCE).until(() -> log.thrown.get() > 0);
		}
		finally {
			log.close();
		}
		of.get(0).resume();
		of.forEach((queue) -> queue.publish("after"));
		await().atMost(PATIENCE).until(() -> seen.stream().filter("after"::equals).count() == queues);
		await().atMost(PATIENCE).until(() -> of.stream().allMatch((queue) -> queue.stats().depth() == 0));
	}

	/** An appender that throws an error, which Logback does not catch. */
	private static final class FullDisk extends AppenderBase<ILoggingEvent> implements AutoCloseable {

		final AtomicInteger thrown = new AtomicInteger();

		private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.rediscomponents.queue");

		private final String of;

		private FullDisk(String of) {
			this.of = of;
		}

		static FullDisk of(String text) {
			FullDisk made = new FullDisk(text);
			made.start();
			made.logger.addAppender(made);
			return made;
		}

		@Override
		protected void append(ILoggingEvent event) {
			if (event.getFormattedMessage().contains(this.of)) {
				this.thrown.incrementAndGet();
				throw new InternalError("no space left");
			}
		}

		@Override
		public void close() {
			this.logger.detachAppender(this);
		}

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
