// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.util.function.Function;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;

/**
 * The code of {@code docs/several-redis.md}.
 */
public class SeveralRedisExamples {

	@Autowired
	CacheClient cache;

	@Autowired
	@Qualifier("hot")
	DistributedLock hotLocks;

	@Autowired
	@Qualifier("default")
	CacheClient durableCache;

	static String both(RedisConnectionFactory hotRedis, RedisConnectionFactory durableRedis,
			Function<Long, String> shops) throws InterruptedException {
		try (RedisComponents hot = RedisComponents.on(hotRedis).keyPrefix("shop").build();
				RedisComponents durable = RedisComponents.on(durableRedis).keyPrefix("shop").build()) {
			try (Lease lease = durable.locks().get("shop:1").acquire()) {
				return hot.caches().get("shop", 1L, String.class, (id) -> shops.apply(id));
			}
		}
	}

	@Configuration(proxyBeanMethods = false)
	static class Factory {

		@Bean(defaultCandidate = false)
		LettuceConnectionFactory hotRedis() {
			return new LettuceConnectionFactory(new RedisStandaloneConfiguration("redis-hot", 6379));
		}

	}

}
