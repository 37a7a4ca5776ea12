// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two Redis without Spring Boot are two instances.
 */
class TwoRedisTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final String prefix = "t" + UUID.randomUUID();

	@Test
	void eachInstanceHasItsServer() throws InterruptedException {
		try (RedisServer hot = RedisServer.start()) {
			RedisServer durable = SharedRedis.standalone();
			LettuceConnectionFactory first = factory(hot);
			LettuceConnectionFactory second = factory(durable);
			try (RedisComponents caches = on(first); RedisComponents locks = on(second)) {
				caches.caches().get("shop", 1L, String.class, (id) -> "x");
				try (Lease lease = locks.locks().get("order").acquire()) {
					assertThat(keys(hot)).isNotEmpty().allMatch((key) -> key.startsWith(this.prefix + ":cache"));
					assertThat(keys(durable)).isNotEmpty().allMatch((key) -> key.startsWith(this.prefix + ":lock"));
					hot.kill();
					assertThat(lease.isValid()).isTrue();
					assertThat(locks.locks().get("other").tryAcquire()).isPresent();
				}
			}
			finally {
				first.destroy();
				second.destroy();
			}
		}
	}

	private RedisComponents on(LettuceConnectionFactory factory) {
		return RedisComponents.on(factory)
			.keyPrefix(this.prefix)
			.commandTimeout(PATIENCE)
			.settings(ComponentType.CACHE,
					CacheRegistrySettings.defaults().withCommon(CacheSettings.defaults().withCommandTimeout(PATIENCE)))
			.build();
	}

	private List<String> keys(RedisServer server) {
		return ((List<?>) server.command("KEYS", this.prefix + ":*")).stream().map(String::valueOf).toList();
	}

	private static LettuceConnectionFactory factory(RedisServer server) {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration(server.host(), server.port()));
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

}
