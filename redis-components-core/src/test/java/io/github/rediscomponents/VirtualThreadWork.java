// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.ClusterWork.NotHeardException;
import io.github.rediscomponents.ClusterWork.Step;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.LocalCacheSettings;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.ratelimit.RatePolicy;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.SemaphoreOptions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The ordinary operation of each component, and those that wait: for a lock, for a loader
 * that itself waits for Redis, for a message.
 */
final class VirtualThreadWork {

	/** Callers of one cold key. */
	private static final int TOGETHER = 16;

	/** The cache that has a local level. */
	private static final String LOCAL = "local";

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final RatePolicy SCARCE = RatePolicy.of("scarce", Limit.slidingWindow(100, Duration.ofMillis(200)));

	private VirtualThreadWork() {
	}

	/** Components whose background work is on virtual threads. */
	static RedisComponents components(LettuceConnectionFactory factory, Duration commandTimeout) {
		CacheSettings caches = CacheSettings.defaults().withCommandTimeout(commandTimeout);
		return RedisComponents.on(factory)
			.keyPrefix("t" + System.nanoTime())
			.commandTimeout(commandTimeout)
			.settings(ComponentType.CACHE,
					CacheRegistrySettings.defaults()
						.withCommon(caches)
						.withCaches(Map.of(LOCAL, caches.withLocal(LocalCacheSettings.defaults().withEnabled(true)))))
			.workerThreads(VirtualThreads.factory("worker-"))
			.build();
	}

	/** Creates the operations on names that begin alike. */
	static List<Step> of(RedisComponents on, String start) {
		return Stream.concat(ClusterWork.all().stream(), waits().stream())
			.map((work) -> heardOrNot(work.operation().apply(on, start + work.component().replace(' ', '-'))))
			.toList();
	}

	/** A message may take longer than the operation waits for it. */
	private static Step heardOrNot(Step step) {
		return () -> {
			try {
				step.run();
			}
			catch (NotHeardException ex) {
				// Nothing is asserted of the time that it takes.
			}
		};
	}

	private static List<ClusterWork> waits() {
		return List.of(new ClusterWork("wait lock", (on, name) -> held(on.locks().get(name))),
				new ClusterWork("wait fair lock", (on, name) -> held(on.locks().fair(name))),
				new ClusterWork("wait read lock", (on, name) -> held(on.locks().readWrite(name).read())),
				new ClusterWork("wait write lock", (on, name) -> held(on.locks().readWrite(name).write())),
				new ClusterWork("wait lock of two names",
						(on, name) -> held(on.locks().all(List.of(name, name + "-other")))),
				new ClusterWork("wait reentrant lock", VirtualThreadWork::reentrant),
				new ClusterWork("wait semaphore", VirtualThreadWork::semaphore),
				new ClusterWork("wait rate limiter", (on, name) -> () -> on.rateLimiter().policy(SCARCE).acquire(name)),
				new ClusterWork("wait task queue", VirtualThreadWork::polled),
				new ClusterWork("wait cache", VirtualThreadWork::loaded),
				new ClusterWork("wait cache of several keys", VirtualThreadWork::loadedTogether),
				new ClusterWork("wait cache without blocking", VirtualThreadWork::loadedAsync),
				new ClusterWork("wait cache with a local level", VirtualThreadWork::loadedLocally),
				new ClusterWork("wait write-through", VirtualThreadWork::written));
	}

	private static Step held(NamedLock lock) {
		return () -> {
			try (Lease lease = lock.acquire()) {
				lease.checkValid();
			}
		};
	}

	private static Step reentrant(RedisComponents on, String name) {
		Lock lock = on.locks().get(name).asLock();
		return () -> {
			lock.lock();
			try {
				lock.lock();
				lock.unlock();
			}
			finally {
				lock.unlock();
			}
		};
	}

	private static Step semaphore(RedisComponents on, String name) {
		return () -> {
			try (Permit permit = on.semaphores().get(name, SemaphoreOptions.of(2)).acquire()) {
				assertThat(permit.isValid()).isTrue();
			}
		};
	}

	private static Step polled(RedisComponents on, String name) {
		TaskQueue<String> queue = on.taskQueues().get(name, String.class, WorkQueueSettings.defaults());
		return () -> {
			queue.enqueue(name);
			queue.poll(PATIENCE).orElseThrow().ack();
		};
	}

	private static Step loaded(RedisComponents on, String name) {
		TypedCache<String, Long> cache = on.caches().cache(name, Long.class);
		AtomicLong calls = new AtomicLong();
		return () -> cache.get(cold(calls), (key) -> on.ids().nextIds(name, 1)[0]);
	}

	private static Step loadedTogether(RedisComponents on, String name) {
		TypedCache<String, Long> cache = on.caches().cache(name, Long.class);
		AtomicLong calls = new AtomicLong();
		return () -> {
			String key = cold(calls);
			cache.getAll(Set.of(key, key + "-other"),
					(keys) -> keys.stream().collect(Collectors.toMap((one) -> one, (one) -> on.ids().nextId(name))));
		};
	}

	private static Step loadedAsync(RedisComponents on, String name) {
		TypedCache<String, Long> cache = on.caches().cache(name, Long.class);
		AtomicLong calls = new AtomicLong();
		return () -> cache.async().get(cold(calls), (key) -> CompletableFuture.completedFuture(1L)).join();
	}

	private static Step loadedLocally(RedisComponents on, String name) {
		TypedCache<String, Long> cache = on.caches().cache(LOCAL, Long.class);
		AtomicLong calls = new AtomicLong();
		return () -> {
			cache.get(name + cold(calls), (key) -> on.ids().nextId(name));
			cache.invalidate(name + cold(calls));
		};
	}

	private static Step written(RedisComponents on, String name) {
		TypedCache<String, Long> cache = on.caches().cache(name, Long.class);
		return () -> {
			cache.writeThrough("key", () -> on.ids().nextId(name));
			cache.putAll(Map.of("key", 1L, "other", 2L));
		};
	}

	private static String cold(AtomicLong calls) {
		return "key" + calls.getAndIncrement() / TOGETHER;
	}

}
