// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.task.TaskQueue;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * On which threads the work of the components runs.
 */
class VirtualThreadTests {

	/** The group of all virtual threads. */
	private static final String VIRTUAL = "VirtualThreads";

	private static final boolean SUPPORTED = Runtime.version().feature() >= 21;

	@Test
	void handlersRunOnVirtualThreadsIfSpringBootUsesThemAndJavaHasThem() {
		runHandler(TestContexts.withOwnKeys().withPropertyValues("spring.threads.virtual.enabled=true"), SUPPORTED);
	}

	@Test
	void handlersRunOnPlatformThreadsOtherwise() {
		runHandler(TestContexts.withOwnKeys(), false);
	}

	private static void runHandler(ApplicationContextRunner application, boolean virtual) {
		application.run((context) -> {
			TaskQueue<String> queue = context.getBean(RedisComponents.class)
				.taskQueues()
				.get("mail", String.class, WorkQueueSettings.defaults());
			CompletableFuture<Thread> handler = new CompletableFuture<>();
			queue.subscribe((delivery) -> handler.complete(Thread.currentThread()), SubscribeOptions.DEFAULTS);
			queue.enqueue("hello");
			Thread thread = handler.get(30, TimeUnit.SECONDS);
			assertThat(thread.getName()).startsWith("redis-components-worker-");
			assertThat(VIRTUAL.equals(thread.getThreadGroup().getName())).isEqualTo(virtual);
			assertThat(thread.isDaemon()).isTrue();
		});
	}

}
