// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;

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

	/** Before all others have started, and after them. */
	@ParameterizedTest
	@ValueSource(ints = { Integer.MIN_VALUE, Integer.MAX_VALUE })
	void everythingWorksAfterAPauseByAnotherThreadDuringTheStart(int phase) {
		Listening listening = new Listening();
		QueueContexts.runner()
			.withBean(Listening.class, () -> listening)
			.withBean(Pausing.class, () -> new Pausing(phase))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				context.getSourceApplicationContext().start();
				context.getBean(DistributedLock.class).get("a").tryAcquire().orElseThrow().close();
				context.getBean(TaskQueues.class).get("email", String.class).enqueue("after");
				await().atMost(QueueContexts.PATIENCE).until(() -> listening.seen.contains("after"));
			});
	}

	static class Pausing implements SmartLifecycle, ApplicationContextAware {

		private final int phase;

		private ConfigurableApplicationContext context;

		private volatile boolean running;

		Pausing(int phase) {
			this.phase = phase;
		}

		@Override
		public void setApplicationContext(ApplicationContext context) {
			this.context = (ConfigurableApplicationContext) context;
		}

		@Override
		public void start() {
			if (!this.running) {
				this.running = true;
				Thread other = new Thread(this.context::stop);
				other.start();
				try {
					other.join();
				}
				catch (InterruptedException ex) {
					throw new IllegalStateException(ex);
				}
			}
		}

		/** Pauses once. */
		@Override
		public void stop() {
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

		@Override
		public int getPhase() {
			return this.phase;
		}

	}

	static class Listening {

		private final Queue<String> seen = new ConcurrentLinkedQueue<>();

		@QueueListener(queue = "email")
		void receive(String mail) {
			this.seen.add(mail);
		}

	}

}
