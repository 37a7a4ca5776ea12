// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.autoconfigure.TestBoot;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A context that is paused and goes on, as those are that tests keep for each other.
 */
class PausedContextTests {

	@Test
	void everythingWorksAgainAfterAPause() {
		Listening listening = new Listening();
		QueueContexts.runner().withBean(Listening.class, () -> listening).run((context) -> {
			TaskQueue<String> queue = context.getBean(TaskQueues.class).get("email", String.class);
			DistributedLock locks = context.getBean(DistributedLock.class);
			queue.enqueue("before");
			await().atMost(QueueContexts.PATIENCE).until(() -> listening.seen.contains("before"));
			locks.get("a").tryAcquire().orElseThrow().close();

			TestBoot.pause(context.getSourceApplicationContext());
			assertThat(context.getBean(TaskQueues.class).activity()).isEmpty();
			TestBoot.restart(context.getSourceApplicationContext());

			locks.get("a").tryAcquire().orElseThrow().close();
			queue.enqueue("after");
			await().atMost(QueueContexts.PATIENCE).until(() -> listening.seen.contains("after"));
			assertThat(listening.seen).containsExactly("before", "after");
		});
	}

	static class Listening {

		private final Queue<String> seen = new ConcurrentLinkedQueue<>();

		@QueueListener(queue = "email")
		void receive(String mail) {
			this.seen.add(mail);
		}

	}

}
