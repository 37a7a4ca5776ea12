// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.rediscomponents.test.RedisServer;

/**
 * Two servers, and applications that declare the second one as {@code hot}. Keys are
 * looked up on both.
 */
abstract class SeveralRedisFixture {

	static RedisServer main;

	static RedisServer hot;

	@BeforeAll
	static void start() {
		main = RedisServer.start();
		hot = RedisServer.start();
	}

	@AfterAll
	static void stop() {
		main.close();
		hot.close();
	}

	final String prefix = "t" + UUID.randomUUID();

	ApplicationContextRunner application(String... properties) {
		return TestContexts.runner()
			.withPropertyValues("spring.data.redis.url=" + main.uri(), "redis-components.key-prefix=" + this.prefix,
					"redis-components.command-timeout=30s", "redis-components.cache.defaults.command-timeout=30s",
					"redis-components.servers.hot.url=" + hot.uri())
			.withPropertyValues(properties);
	}

	/** Returns the rooms that have keys of this test on a server. */
	List<String> rooms(RedisServer server) {
		return ((List<?>) server.command("KEYS", this.prefix + ":*")).stream()
			.map((key) -> String.valueOf(key).split(":")[1])
			.filter((room) -> !room.equals("cache-generation"))
			.distinct()
			.sorted()
			.toList();
	}

	List<String> keys(RedisServer server, String part) {
		return ((List<?>) server.command("KEYS", this.prefix + ":*" + part + "*")).stream()
			.map(String::valueOf)
			.toList();
	}

}
