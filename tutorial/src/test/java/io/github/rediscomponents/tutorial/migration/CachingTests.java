// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import com.alicp.jetcache.Cache;
import com.alicp.jetcache.redis.lettuce.RedisLettuceCacheBuilder;
import com.alicp.jetcache.support.JavaValueDecoder;
import com.alicp.jetcache.support.JavaValueEncoder;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.cache.spring.RedisComponentsCacheManager;
import io.github.rediscomponents.tutorial.Scene;
import io.github.rediscomponents.tutorial.migration.caching.BothManagers;
import io.github.rediscomponents.tutorial.migration.caching.BothProducts;
import io.github.rediscomponents.tutorial.migration.caching.BothUsers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * From the caches of Spring Data and JetCache, with instances of neighbouring releases
 * side by side.
 */
class CachingTests extends Scene {

	private final RedisComponents components = opened(process().build());

	private final AtomicReference<String> row = new AtomicReference<>("red");

	@Test
	void evictionFromBothManagersReachesBothReleases() {
		AnnotationConfigApplicationContext context = opened(new AnnotationConfigApplicationContext());
		context.registerBean(RedisConnectionFactory.class, this.redis::getRequiredConnectionFactory);
		context.registerBean(CacheClient.class, this.components::caches);
		context.registerBean(BothProducts.class, () -> new BothProducts((id) -> this.row.get()));
		context.register(BothManagers.class);
		context.refresh();
		BothProducts both = context.getBean(BothProducts.class);
		RedisComponentsCacheManager after = context.getBean(RedisComponentsCacheManager.class);
		eventually().until(() -> "red".equals(both.find(1)) && this.redis.hasKey("product::1"));
		eventually().until(() -> {
			after.getCache("product").put(1L, "red");
			return after.getCache("product").get(1L) != null;
		});
		this.row.set("blue");
		both.changed(1);
		assertThat(after.getCache("product").get(1L)).as("of the release after").isNull();
		eventually().until(() -> "blue".equals(both.find(1)));
	}

	@Test
	void invalidationInBothReachesJetCacheAndOurs() {
		Cache<Long, String> old = jetCache();
		CacheClient ours = this.components.caches();
		TypedCache<Long, String> users = ours.cache(CacheSpec.of("user", Long.class, String.class));
		assertThat(old.computeIfAbsent(1L, (id) -> this.row.get())).isEqualTo("red");
		eventually().until(() -> users.get(1L, (id) -> this.row.get()).equals("red") && users.peek(1L).isHit());
		this.row.set("blue");
		new BothUsers(old, ours).changed(1);
		assertThat(List.of(old.computeIfAbsent(1L, (id) -> this.row.get()), users.get(1L, (id) -> this.row.get())))
			.containsOnly("blue");
	}

	private Cache<Long, String> jetCache() {
		RedisClient client = RedisClient.create(this.server.uri());
		opened(() -> client.shutdown(Duration.ZERO, Duration.ofSeconds(2)));
		return RedisLettuceCacheBuilder.createRedisLettuceCacheBuilder()
			.redisClient(client)
			.keyPrefix("user.")
			.keyConvertor(String::valueOf)
			.valueEncoder(JavaValueEncoder.INSTANCE)
			.valueDecoder(JavaValueDecoder.INSTANCE)
			.buildCache();
	}

}
