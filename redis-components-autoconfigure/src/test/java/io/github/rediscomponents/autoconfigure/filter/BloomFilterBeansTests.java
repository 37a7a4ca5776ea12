// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.filter;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilterObserver;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.filter.Membership;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Bloom filters as beans.
 */
class BloomFilterBeansTests {

	private static final String FILTERS = "redis-components.bloom-filter.filters.";

	private final String prefix = "redis-components.key-prefix=" + UUID.randomUUID();

	@Test
	void areMadeOfEachDeclarationAndGuardTheCachesThatNameThem() {
		TestContexts.connected()
			.withPropertyValues(this.prefix, FILTERS + "users.capacity=1000", FILTERS + "old-users.capacity=10",
					"redis-components.cache.caches.user.bloom-filter=users")
			.withUserConfiguration(Application.class)
			.run((context) -> {
				Application application = context.getBean(Application.class);
				assertThat(application.oldUsersBloomFilter.name()).isEqualTo("old-users");
				CacheClient cache = context.getBean(CacheClient.class);
				AtomicInteger loads = new AtomicInteger();
				// There is no filter yet.
				assertThat(cache.get("user", 1L, Integer.class, (id) -> loads.incrementAndGet())).isEqualTo(1);
				assertThat(application.usersBloomFilter.create()).isTrue();
				assertThat(cache.get("user", 2L, Integer.class, (id) -> loads.incrementAndGet())).isNull();
				application.usersBloomFilter.add("2");
				assertThat(cache.get("user", 2L, Integer.class, (id) -> loads.incrementAndGet())).isEqualTo(2);
				assertThat(cache.get("other", 2L, Integer.class, (id) -> loads.incrementAndGet())).isEqualTo(3);
			});
	}

	@Test
	void areLeftOutWhenTheyAreTurnedOff() {
		TestContexts.connected()
			.withPropertyValues("redis-components.bloom-filter.enabled=false", FILTERS + "users.capacity=1000")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(BloomFilters.class)
				.doesNotHaveBean("usersBloomFilter")
				.hasSingleBean(CacheClient.class));
		TestContexts.connected()
			.withPropertyValues("redis-components.bloom-filter.enabled=false", FILTERS + "users.capacity=1000",
					"redis-components.cache.caches.user.bloom-filter=users")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.rootCause()
				.isInstanceOf(InvalidPropertyException.class)
				.hasMessageContaining("redis-components.cache.caches.user.bloom-filter"));
	}

	@Test
	void takeOverWhatMayChangeAndKeepWhatIsStored() {
		TestContexts.connected()
			.withPropertyValues(this.prefix, FILTERS + "users.capacity=1000")
			.withUserConfiguration(Ears.class)
			.run((context) -> {
				BloomFilter users = context.getBean("usersBloomFilter", BloomFilter.class);
				assertThat(users.create()).isTrue();
				RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
				TestContexts.change(context, FILTERS + "users.alarm-at", "1.5");
				assertThat(refresher.refresh().refused()).singleElement().asString().contains("users.alarm-at");
				TestContexts.change(context, FILTERS + "users.alarm-at", "0.01");
				TestContexts.change(context, FILTERS + "users.capacity", "5000");
				TestContexts.change(context, "redis-components.cache.caches.user.bloom-filter", "usres");
				RedisComponentsRefresher.Refresh refresh = refresher.refresh();
				assertThat(refresh.changed()).containsExactly("redis-components.bloom-filter");
				assertThat(refresh.refused()).singleElement().asString().contains("user.bloom-filter");
				assertThat(refresh.waitingForRestart()).containsExactly(FILTERS + "users.capacity");
				users.addAll(List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p",
						"q", "r", "s", "t"));
				assertThat(users.test("a")).isEqualTo(Membership.MAYBE);
				await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
					users.fill();
					assertThat(context.getBean(Ears.class).heard).containsExactly("users");
				});
				TestContexts.change(context, "redis-components.cache.caches.user.bloom-filter", "users");
				assertThat(refresher.refresh().changed()).containsExactly("redis-components.cache");
				assertThat(context.getBean(CacheClient.class).get("user", "nobody", String.class, (id) -> "x"))
					.isNull();
			});
	}

	@Test
	void areCountedWhereThereIsAMeterRegistry() {
		TestContexts.connected()
			.withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new)
			.withPropertyValues(this.prefix, FILTERS + "users.capacity=1000",
					"redis-components.cache.caches.user.bloom-filter=users")
			.run((context) -> {
				BloomFilter users = context.getBean("usersBloomFilter", BloomFilter.class);
				users.create();
				users.addAll(List.of("a", "b", "c"));
				users.test("a");
				context.getBean(CacheClient.class).get("user", "x", String.class, (id) -> "x");
				MeterRegistry meters = context.getBean(MeterRegistry.class);
				assertThat(count(meters, "bloom.added", "filter", "users", "answer", "absent")).isEqualTo(3);
				assertThat(count(meters, "bloom.tested", "filter", "users", "answer", "maybe")).isEqualTo(1);
				assertThat(count(meters, "bloom.tested", "filter", "users", "answer", "absent")).isEqualTo(1);
				assertThat(count(meters, "cache.bloom", "cache", "user", "answer", "absent")).isEqualTo(1);
				context
					.getBean("redisComponentsBloomFilterGauges", io.micrometer.core.instrument.binder.MeterBinder.class)
					.bindTo(meters);
				await().atMost(Duration.ofMinutes(1))
					.until(() -> meters.get("redis.components.bloom.fill").tag("filter", "users").gauge().value() > 0);
			});
		TestContexts.connected()
			.withClassLoader(new FilteredClassLoader(MeterRegistry.class))
			.withPropertyValues(FILTERS + "users.capacity=1000")
			.run((context) -> assertThat(context).hasNotFailed().hasBean("usersBloomFilter"));
	}

	@Test
	void stopTheStartWhereTheServerHasNotTheCommandsThatWereChosen() {
		TestContexts.connected()
			.withPropertyValues(FILTERS + "users.capacity=1000", FILTERS + "shops.capacity=1000",
					FILTERS + "shops.engine=module")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.rootCause()
				.isInstanceOf(InvalidPropertyException.class)
				.hasMessageContaining(FILTERS + "shops.engine must be bitmap, because the server has no BF commands"));
		try (RedisServer server = RedisServer.start()) {
			server.kill();
			TestContexts.runner()
				.withPropertyValues("spring.data.redis.url=" + server.uri(), "redis-components.command-timeout=300ms",
						FILTERS + "shops.capacity=1000", FILTERS + "shops.engine=module")
				.run((context) -> assertThat(context).hasNotFailed().hasBean("shopsBloomFilter"));
		}
	}

	private static double count(MeterRegistry meters, String name, String... tags) {
		return meters.get("redis.components." + name).tags(tags).counter().count();
	}

	@Configuration(proxyBeanMethods = false)
	static class Application {

		@Autowired
		BloomFilter usersBloomFilter;

		@Autowired
		BloomFilter oldUsersBloomFilter;

	}

	@Configuration(proxyBeanMethods = false)
	static class Ears {

		final List<String> heard = new CopyOnWriteArrayList<>();

		@Bean
		BloomFilterObserver alarm() {
			return new BloomFilterObserver() {

				@Override
				public void saturated(String filter, double fill) {
					Ears.this.heard.add(filter);
				}

			};
		}

	}

}
