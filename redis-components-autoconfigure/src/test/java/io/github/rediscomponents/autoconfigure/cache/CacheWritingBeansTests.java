// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.cache;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.autoconfigure.TestBoot;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * The writing of caches by properties, and what shows the invalidations that failed.
 */
class CacheWritingBeansTests {

	private static final String SHOP = "redis-components.cache.caches.shop.writing.";

	private final AtomicInteger loads = new AtomicInteger();

	private String load(String key) {
		return "loaded " + this.loads.incrementAndGet();
	}

	@Test
	void followsThePropertiesAndARefresh() {
		TestContexts.withOwnKeys().withPropertyValues(SHOP + "fence=5m").run((context) -> {
			TypedCache<String, String> shops = context.getBean(CacheClient.class).cache("shop", String.class);
			shops.invalidate("k");
			shops.get("k", this::load);
			assertThat(shops.peek("k").isHit()).isFalse();
			RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
			TestContexts.change(context, SHOP + "fence", "0s");
			assertThat(refresher.refresh().changed()).containsExactly("redis-components.cache");
			shops.invalidate("l");
			shops.get("l", this::load);
			assertThat(shops.peek("l").isHit()).isTrue();
			TestContexts.change(context, SHOP + "max-queued-invalidations", "0");
			assertThat(refresher.refresh().refused()).singleElement()
				.asString()
				.contains(SHOP + "max-queued-invalidations");
			assertThat(shops.peek("l").isHit()).isTrue();
		});
	}

	@Test
	void waitsForTheCommitOfTheApplicationsDatabaseUnlessToldOtherwise() {
		TestContexts.withOwnKeys()
			.withConfiguration(AutoConfigurations.of(TestBoot.DATA_SOURCE, TestBoot.DATA_SOURCE_TRANSACTIONS,
					TestBoot.TRANSACTIONS))
			.withPropertyValues("spring.datasource.url=jdbc:h2:mem:writing")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				TypedCache<String, String> shops = context.getBean(CacheClient.class).cache("shop", String.class);
				TransactionTemplate transaction = context.getBean(TransactionTemplate.class);
				JdbcTemplate rows = new JdbcTemplate(context.getBean(javax.sql.DataSource.class));
				shops.put("k", "old");
				transaction.executeWithoutResult((status) -> {
					shops.invalidate("k");
					assertThat(rows.queryForObject("SELECT 1", Integer.class)).isEqualTo(1);
					status.setRollbackOnly();
				});
				assertThat(shops.peek("k").isHit()).isTrue();
				transaction.executeWithoutResult((status) -> shops.invalidate("k"));
				assertThat(shops.peek("k").isHit()).isFalse();
				shops.put("k", "old");
				TestContexts.change(context, SHOP + "after-commit", "false");
				context.getBean(RedisComponentsRefresher.class).refresh();
				transaction.executeWithoutResult((status) -> {
					shops.invalidate("k");
					status.setRollbackOnly();
				});
				assertThat(shops.peek("k").isHit()).isFalse();
			});
	}

	@Test
	void showsWhatIsQueuedInMetersAndHealth() {
		try (RedisServer server = RedisServer.start()) {
			server.command("ACL", "SETUSER", "app", "on", ">pw", "~*", "&*", "+@all");
			TestContexts.runner()
				.withPropertyValues("spring.data.redis.url=redis://app:pw@" + server.host() + ":" + server.port(),
						"redis-components.command-timeout=30s", "redis-components.cache.defaults.command-timeout=30s")
				.withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new)
				.run((context) -> {
					assertThat(context).hasNotFailed();
					CacheClient caches = context.getBean(CacheClient.class);
					TypedCache<String, String> shops = caches.cache("shop", String.class);
					MeterRegistry registry = context.getBean(MeterRegistry.class);
					context.getBeanProvider(MeterBinder.class).forEach((binder) -> binder.bindTo(registry));
					shops.put("k", "old");
					assertThat(gauge(registry, "size")).isZero();
					assertThat(gauge(registry, "age")).isZero();
					// A clear needs SET alone.
					server.command("ACL", "SETUSER", "app", "-unlink", "-set");
					assertThatExceptionOfType(RedisCommandException.class)
						.isThrownBy(() -> shops.invalidateAll(List.of("k", "l")));
					assertThat(gauge(registry, "size")).isEqualTo(2);
					await().atMost(Duration.ofMinutes(1)).until(() -> gauge(registry, "age") > 0);
					assertThat(count(registry, "queued")).isEqualTo(2);
					assertThat(TestBoot.healthStatus(context)).isEqualTo("UP");
					assertThat(TestBoot.healthDetails(context)).containsEntry("cache.queuedInvalidations", 2L);
					assertThat(String.valueOf(TestBoot.healthDetails(context).get("cache.oldestQueuedInvalidation")))
						.isNotEqualTo(Duration.ZERO.toString());
					TestContexts.change(context, SHOP + "on-invalidation-failure", "queue");
					TestContexts.change(context, SHOP + "max-queued-invalidations", "2");
					context.getBean(RedisComponentsRefresher.class).refresh();
					shops.invalidate("m");
					assertThat(gauge(registry, "size")).isEqualTo(1);
					assertThat(count(registry, "queued_clear")).isEqualTo(1);
					server.command("ACL", "SETUSER", "app", "+unlink", "+set");
					await().atMost(Duration.ofMinutes(1)).until(() -> gauge(registry, "size") == 0);
					assertThat(gauge(registry, "age")).isZero();
					await().atMost(Duration.ofMinutes(1)).until(() -> count(registry, "replayed") == 1);
					assertThat(TestBoot.healthDetails(context)).containsAllEntriesOf(Map.of("cache.queuedInvalidations",
							0L, "cache.oldestQueuedInvalidation", Duration.ZERO.toString()));
					assertThat(shops.peek("k").isHit()).isFalse();
				});
		}
	}

	private static double gauge(MeterRegistry registry, String name) {
		return registry.get("redis.components.cache.outbox." + name).gauge().value();
	}

	private static double count(MeterRegistry registry, String event) {
		return registry.get("redis.components.cache.outbox").tags("cache", "shop", "event", event).counter().count();
	}

}
