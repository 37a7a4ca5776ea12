// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.ratelimit.Decision;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class MetersTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	@Test
	void sayWhetherTheLocalLevelOfCachesServes() {
		runner()
			.withPropertyValues("redis-components.cache.probe-interval=200ms",
					"redis-components.cache.caches.shop.local.enabled=true")
			.run((context) -> {
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				TypedCache<String, String> cache = context.getBean(CacheClient.class).cache("shop", String.class);
				assertThat(localLevel(registry, "off")).isEqualTo(1);
				assertThat(localLevel(registry, "up")).isZero();
				await().atMost(Duration.ofMinutes(1)).until(() -> {
					cache.get("1", (id) -> "one");
					return localLevel(registry, "up") == 1;
				});
				assertThat(localLevel(registry, "off")).isZero();
				assertThat(registry.get("redis.components.cache.local.gaps").counter().count()).isZero();
			});
	}

	private static double localLevel(MeterRegistry registry, String state) {
		return registry.get("redis.components.cache.local.state").tag("state", state).gauge().value();
	}

	@Test
	void countWhatHappensToLocks() {
		runner().run((context) -> {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			DistributedLock locks = context.getBean(DistributedLock.class);
			Lease lease = locks.get("a").acquire();
			assertThat(locks.get("a").tryAcquire(Duration.ofMillis(20))).isEmpty();
			assertThat(registry.get("redis.components.lock.held").gauge().value()).isEqualTo(1);
			await().atMost(PATIENCE).until(() -> registry.get("redis.components.lock.waiting").gauge().value() == 0);
			lease.release();
			locks.get("b").tryAcquire(LockOptions.noWait()).orElseThrow();
			assertThat(locks.get("b").forceRelease()).isTrue();
			assertThat(timer(registry, "lock.acquire", "outcome", "acquired")).isEqualTo(2);
			assertThat(timer(registry, "lock.acquire", "outcome", "timed_out")).isEqualTo(1);
			assertThat(timer(registry, "lock.hold", "result", "released")).isEqualTo(1);
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(counter(registry, "lock.lost", "reason", "removed")).isEqualTo(1));
			assertThat(counter(registry, "lock.lost", "reason", "expired")).isZero();
			assertThat(registry.get("redis.components.lock.held").gauge().value()).isZero();
			noNames(registry);
		});
	}

	@Test
	void doNotCreateAComponentThatNothingInjects() {
		runner().run((context) -> {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			assertThat(registry.get("redis.components.lock.held").gauge().value()).isZero();
			assertThat(registry.get("redis.components.semaphore.waiting").gauge().value()).isZero();
			for (Class<?> component : List.of(DistributedLock.class, DistributedSemaphore.class, BloomFilters.class)) {
				assertThat(context.getBeanNamesForType(component, false, false)).hasSize(1)
					.noneMatch(context.getBeanFactory()::containsSingleton);
			}
		});
	}

	@Test
	void countRenewalsThatGotNoAnswer() {
		runner().withPropertyValues("redis-components.lock.lease=3s").run((context) -> {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			Lease lease = context.getBean(DistributedLock.class).get("a").acquire();
			String key = context.getBean(KeySpace.class).key("lock", "a");
			// Not removed before, which a renewal could see.
			SharedRedis.standalone().command("SET", key, "something else");
			await().atMost(PATIENCE)
				.untilAsserted(
						() -> assertThat(registry.get("redis.components.lock.renewal.failures").counter().count())
							.isPositive());
			await().atMost(PATIENCE).until(() -> !lease.isValid());
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(counter(registry, "lock.lost", "reason", "expired")).isEqualTo(1));
		});
	}

	@Test
	void countWhatHappensToPermits() {
		runner().withPropertyValues("redis-components.semaphore.semaphores.printer.permits=2").run((context) -> {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			NamedSemaphore printer = context.getBean(DistributedSemaphore.class).get("printer");
			Permit permit = printer.tryAcquire(2, Duration.ZERO).orElseThrow();
			assertThat(printer.tryAcquire(1, Duration.ofMillis(20))).isEmpty();
			assertThat(registry.get("redis.components.semaphore.held").gauge().value()).isEqualTo(1);
			permit.release();
			assertThat(timer(registry, "semaphore.acquire", "outcome", "acquired")).isEqualTo(1);
			assertThat(timer(registry, "semaphore.acquire", "outcome", "timed_out")).isEqualTo(1);
			assertThat(timer(registry, "semaphore.hold", "result", "released")).isEqualTo(1);
			noNames(registry);
		});
	}

	@Test
	void countWhatPoliciesDecide() {
		try (RedisServer server = RedisServer.start()) {
			runner()
				.withPropertyValues("spring.data.redis.url=" + server.uri(), "redis-components.command-timeout=300ms",
						"redis-components.rate-limit.policies.code.limit=1",
						"redis-components.rate-limit.policies.code.period=1h",
						"redis-components.rate-limit.policies.code.on-redis-failure=open")
				.run((context) -> {
					MeterRegistry registry = context.getBean(MeterRegistry.class);
					RateLimiter limiter = context.getBean(RateLimiter.class);
					// The first command connects, and any may take longer than the
					// timeout.
					List<Decision> told = new ArrayList<>();
					await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> {
						told.add(limiter.tryAcquire("code", "secret-key"));
						told.add(limiter.tryAcquire("code", "another-key" + told.size()));
						return decisions(registry, "admitted") > 0 && decisions(registry, "rejected") > 1;
					});
					server.kill();
					Decision unenforced = limiter.tryAcquire("code", "secret-key");
					assertThat(unenforced.isEnforced()).isFalse();
					told.add(unenforced);
					assertThat(decisions(registry, "admitted"))
						.isEqualTo(told.stream().filter((one) -> one.isEnforced() && one.allowed()).count());
					assertThat(decisions(registry, "rejected"))
						.isEqualTo(told.stream().filter((one) -> one.isEnforced() && !one.allowed()).count());
					assertThat(decisions(registry, "not_enforced_admitted"))
						.isEqualTo(told.stream().filter((one) -> !one.isEnforced()).count());
					noNames(registry);
				});
		}
	}

	@Test
	void leaveTheListenersOfTheApplicationAlone() {
		AtomicInteger heard = new AtomicInteger();
		LockObserver own = new LockObserver() {
			@Override
			public void acquired(Lease lease, long waitedNanos) {
				heard.incrementAndGet();
			}
		};
		runner().withBean("own", LockObserver.class, () -> own).run((context) -> {
			context.getBean(DistributedLock.class).get("a").acquire().release();
			assertThat(heard).hasValue(1);
			assertThat(timer(context.getBean(MeterRegistry.class), "lock.acquire", "outcome", "acquired")).isEqualTo(1);
		});
	}

	@Test
	void areOptional() {
		TestContexts.connected()
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LockObserver.class));
		TestContexts.connected()
			.withClassLoader(new FilteredClassLoader(MeterRegistry.class))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(DistributedLock.class));
	}

	private static ApplicationContextRunner runner() {
		return TestContexts.connected()
			.withPropertyValues("redis-components.key-prefix=t" + UUID.randomUUID())
			.withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new)
			.withInitializer((context) -> context.addApplicationListener((event) -> {
				if (event instanceof org.springframework.context.event.ContextRefreshedEvent refreshed) {
					refreshed.getApplicationContext()
						.getBeanProvider(MeterBinder.class)
						.forEach((binder) -> binder.bindTo(context.getBean(MeterRegistry.class)));
				}
			}));
	}

	private static long timer(MeterRegistry registry, String name, String tag, String value) {
		return registry.get("redis.components." + name).tag(tag, value).timer().count();
	}

	private static double counter(MeterRegistry registry, String name, String tag, String value) {
		return registry.get("redis.components." + name).tag(tag, value).counter().count();
	}

	private static double decisions(MeterRegistry registry, String outcome) {
		return registry.get("redis.components.ratelimit.decisions")
			.tags("policy", "code", "outcome", outcome)
			.counter()
			.count();
	}

	private static void noNames(MeterRegistry registry) {
		assertThat(registry.getMeters()).isNotEmpty()
			.allSatisfy((meter) -> assertThat(meter.getId().getTags()).extracting(Tag::getKey)
				.isSubsetOf("outcome", "result", "reason", "policy", "state"));
	}

}
