// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.lifecycle;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.topic.Topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Applications on two servers of their own, of which nothing may be left after their end.
 */
abstract class LifecycleFixture {

	static final Duration PATIENCE = Duration.ofMinutes(1);

	final RedisServer main = RedisServer.start();

	final RedisServer hot = RedisServer.start();

	private Set<Thread> before = Set.of();

	/** The first command of a JVM takes long on a busy machine. */
	ApplicationContextRunner application(String... properties) {
		return TestContexts.runner()
			.withPropertyValues("redis-components.command-timeout=30s",
					"redis-components.cache.defaults.command-timeout=30s")
			.withPropertyValues("spring.data.redis.url=" + this.main.uri(),
					"redis-components.key-prefix=t" + UUID.randomUUID(),
					"redis-components.servers.hot.url=" + this.hot.uri(),
					"redis-components.task-queue.queues.numbers.visibility=20s",
					"redis-components.cache.caches.users.ttl=1m", "redis-components.cache.caches.sessions.ttl=1m",
					"redis-components.cache.caches.sessions.server=hot",
					"redis-components.topic.topics.news.type=java.lang.String")
			.withPropertyValues(properties);
	}

	/** Uses what has threads, timers or connections of its own, on both servers. */
	static void use(ApplicationContext context) {
		context.getBean(DistributedLock.class).get("a lock " + UUID.randomUUID()).tryAcquire().orElseThrow();
		context.getBean(DistributedSemaphore.class).get("s", SemaphoreOptions.of(1)).tryAcquire();
		CacheClient caches = context.getBean(CacheClient.class);
		for (String name : List.of("users", "sessions")) {
			caches.cache(name, String.class).put("1", "Ada");
		}
		context.getBean(ViewCounter.class).record("shop", "1");
		context.getBean(TaskQueues.class).get("numbers", Integer.class).enqueue(1);
		context.getBean(Topics.class).get("news", String.class).subscribe((message) -> {
		});
	}

	static List<String> connections(RedisServer server) {
		return String.valueOf(server.command("CLIENT", "LIST"))
			.lines()
			.filter((line) -> !line.contains("cmd=client"))
			.toList();
	}

	private Stream<Thread> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.isAlive()
					&& (thread.getName().startsWith("redis-components") || thread.getName().startsWith("lettuce")));
	}

	@BeforeEach
	void count() {
		this.before = Set.copyOf(threads().toList());
	}

	void nothingIsLeft() {
		await().atMost(PATIENCE).untilAsserted(() -> {
			assertThat(connections(this.main)).isEmpty();
			assertThat(connections(this.hot)).isEmpty();
			assertThat(threads().filter((thread) -> !this.before.contains(thread))).isEmpty();
		});
	}

	@AfterEach
	void stop() {
		this.main.close();
		this.hot.close();
	}

}
