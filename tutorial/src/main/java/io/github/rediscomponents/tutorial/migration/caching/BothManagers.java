// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.caching;

import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.spring.RedisComponentsCacheManager;

/**
 * The managers of the old caches and of the new ones.
 */
@Configuration
@EnableCaching
public class BothManagers {

	@Bean
	@Primary
	CacheManager oldCaches(RedisConnectionFactory redis) {
		return RedisCacheManager.create(redis);
	}

	@Bean
	CacheManager newCaches(CacheClient client) {
		return RedisComponentsCacheManager.on(client).types((cache) -> String.class).build();
	}

}
