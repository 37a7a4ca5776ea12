// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;
import java.util.UUID;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.task.TaskQueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Common parts of the tests of queues.
 */
final class QueueContexts {

	static final Duration PATIENCE = Duration.ofMinutes(1);

	private QueueContexts() {
	}

	/** With the task queue {@code email} and the stream queue {@code orders}. */
	static ApplicationContextRunner runner() {
		return runner("t" + UUID.randomUUID());
	}

	static ApplicationContextRunner runner(String prefix) {
		return TestContexts.connected()
			.withPropertyValues("redis-components.key-prefix=" + prefix,
					"redis-components.task-queue.queues.email.backoff=20ms",
					"redis-components.task-queue.queues.email.max-deliveries=3",
					"redis-components.stream-queue.queues.orders.backoff=20ms",
					"redis-components.queue-listener.drain-timeout=15s");
	}

	/** Waits until every task was worked on, and none became a dead letter. */
	static void awaitAllDone(TaskQueue<?> tasks) {
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(tasks.stats()).extracting(QueueStats::depth, QueueStats::deadLetters)
				.containsExactly(0L, 0L));
	}

	record Mail(String to, String subject) {

	}

	record Order(long id, String what) {

	}

}
