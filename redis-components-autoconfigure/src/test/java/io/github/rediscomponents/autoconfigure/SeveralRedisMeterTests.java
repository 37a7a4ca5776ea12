// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.ContextRefreshedEvent;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.queue.task.TaskQueues;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Meters of several Redis.
 */
class SeveralRedisMeterTests extends SeveralRedisFixture {

	private ApplicationContextRunner withMeters(String... properties) {
		return application(properties).withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new)
			.withInitializer((context) -> context.addApplicationListener((event) -> {
				if (event instanceof ContextRefreshedEvent refreshed) {
					refreshed.getApplicationContext()
						.getBeanProvider(MeterBinder.class)
						.forEach((binder) -> binder.bindTo(context.getBean(MeterRegistry.class)));
				}
			}));
	}

	private static CacheClient hotCache(ApplicationContext context) {
		return context.getBean("hotCacheClient", CacheClient.class);
	}

	@Test
	void allMetersOfANameHaveTheSameTags() {
		withMeters("redis-components.bloom-filter.filters.known.capacity=100",
				"redis-components.bloom-filter.filters.known.server=hot",
				"redis-components.task-queue.queues.email.type=java.lang.String",
				"redis-components.task-queue.queues.email.server=hot")
			.run((context) -> {
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				hotCache(context).get("shop", 1L, String.class, (id) -> "x");
				hotCache(context).get("shop", 1L, String.class, (id) -> "x");
				context.getBean(CacheClient.class).get("shop", 1L, String.class, (id) -> "x");
				DistributedLock locks = context.getBean("hotDistributedLock", DistributedLock.class);
				try (Lease lease = locks.get("a").acquire()) {
					assertThat(registry.get("redis.components.lock.held").tag("server", "hot").gauge().value())
						.isEqualTo(1);
					assertThat(registry.get("redis.components.lock.held").tag("server", "default").gauge().value())
						.isZero();
				}
				context.getBean(DistributedLock.class).get("a").acquire().release();
				context.getBean(TaskQueues.class).get("email", String.class).enqueue("x");
				context.getBean("knownBloomFilter");
				assertThat(registry.get("redis.components.cache.gets")
					.tags("server", "hot", "cache", "shop", "result", "fresh", "level", "redis")
					.counter()
					.count()).isEqualTo(1);
				assertThat(registry.get("redis.components.queue.published")
					.tags("server", "hot", "queue", "email", "outcome", "added")
					.counter()
					.count()).isEqualTo(1);
				assertThat(registry.get("redis.components.queue.depth").tags("server", "hot", "queue", "email").gauge())
					.isNotNull();
				Map<String, Set<Set<String>>> tags = new HashMap<>();
				for (Meter meter : registry.getMeters()) {
					// Settings belong to the application, not to a server.
					if (meter.getId().getName().startsWith("redis.components.settings.")) {
						continue;
					}
					tags.computeIfAbsent(meter.getId().getName(), (name) -> new HashSet<>())
						.add(meter.getId().getTags().stream().map(Tag::getKey).collect(Collectors.toSet()));
				}
				assertThat(tags).hasSizeGreaterThan(20)
					.allSatisfy((name, sets) -> assertThat(sets).as(name)
						.singleElement()
						.satisfies((keys) -> assertThat(keys).contains("server")));
			});
	}

	@Test
	void withoutFurtherServersNoMeterHasTheTag() {
		TestContexts.withOwnKeys().withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new).run((context) -> {
			context.getBean(CacheClient.class).get("shop", 1L, String.class, (id) -> "x");
			context.getBean(DistributedLock.class).get("a").acquire().release();
			assertThat(context.getBean(MeterRegistry.class).getMeters()).isNotEmpty()
				.allSatisfy((meter) -> assertThat(meter.getId().getTag("server")).isNull());
		});
	}

}
