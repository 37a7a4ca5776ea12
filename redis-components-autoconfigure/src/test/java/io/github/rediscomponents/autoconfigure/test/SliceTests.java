// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Locked;
import io.github.rediscomponents.test.RealRedis;
import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.RedisTopology;
import io.github.rediscomponents.test.SharedRedis;
import io.github.rediscomponents.test.autoconfigure.AutoConfigureRedisComponents;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of an application with {@link AutoConfigureRedisComponents}.
 */
class SliceTests {

	@Nested
	@SpringBootTest(classes = Carts.class, webEnvironment = WebEnvironment.NONE,
			properties = { "spring.data.redis.host=nowhere.invalid", "redis-components.key-prefix=slice",
					"redis-components.command-timeout=30s", "redis-components.cache.defaults.command-timeout=30s" })
	@AutoConfigureRedisComponents
	@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
	class OnOneServer {

		@Autowired
		Carts carts;

		@Test
		@Order(1)
		void theComponentsWorkOnTheSharedServer(RedisServer redis, @Autowired StringRedisTemplate template) {
			assertThat(redis).isSameAs(SharedRedis.standalone());
			assertThat(this.carts.put("anna", "tea")).isEqualTo("tea");
			assertThat(redis.command("DBSIZE")).isNotEqualTo(0L);
			template.opsForValue().set("own", "1");
			assertThat(redis.command("GET", "own")).isEqualTo("1");
		}

		@Test
		@Order(2)
		void theServerIsEmptiedBeforeEachMethod(RedisServer redis) {
			assertThat(redis.command("GET", "own")).isNull();
			assertThat(this.carts.put("anna", "coffee")).isEqualTo("coffee");
		}

		@Test
		void nothingElseIsAutoConfigured(@Autowired ApplicationContext context) {
			assertThat(context.containsBean("dataSource")).isFalse();
			assertThat(context.getBean(CacheClient.class)).isNotNull();
		}

	}

	@Nested
	@SpringBootTest(classes = Carts.class, webEnvironment = WebEnvironment.NONE,
			properties = { "redis-components.command-timeout=30s",
					"redis-components.cache.defaults.command-timeout=30s" })
	@AutoConfigureRedisComponents
	@RealRedis(topology = RedisTopology.CLUSTER)
	class OnACluster {

		@Test
		void theComponentsWorkOnTheSharedCluster(RedisCluster redis, @Autowired Carts carts,
				@Autowired StringRedisTemplate template) {
			assertThat(carts.put("anna", "tea")).isEqualTo("tea");
			template.opsForValue().set("own", "1");
			assertThat(redis.masterFor("own").command("GET", "own")).isEqualTo("1");
		}

	}

	@Test
	void everyAutoConfigurationIsImported() throws IOException {
		List<String> imported = lines(
				new ClassPathResource("META-INF/spring/" + AutoConfigureRedisComponents.class.getName() + ".imports")
					.getContentAsString(StandardCharsets.UTF_8));
		String own = "src/main/resources/META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";
		for (String module : List.of("autoconfigure", "boot3", "boot4")) {
			assertThat(imported)
				.containsAll(lines(Files.readString(Path.of("..", "redis-components-" + module, own))).stream()
					.map((name) -> "optional:" + name)
					.toList());
		}
	}

	private static List<String> lines(String text) {
		return Stream.of(text.split("\n")).filter((line) -> !line.isBlank()).toList();
	}

	static class Carts {

		private final CacheClient caches;

		private final DistributedLock locks;

		Carts(CacheClient caches, DistributedLock locks) {
			this.caches = caches;
			this.locks = locks;
		}

		@Locked("cart")
		String put(String user, String item) {
			assertThat(this.locks.get("cart").tryAcquire()).isEmpty();
			this.caches.cache("carts", String.class).put(user, item);
			return this.caches.cache("carts", String.class).peek(user).value();
		}

	}

}
