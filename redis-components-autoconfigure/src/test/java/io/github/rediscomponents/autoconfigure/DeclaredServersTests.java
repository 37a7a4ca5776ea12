// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * The servers of an application: which kinds there are, when they are connected, and what
 * the loss of one does.
 */
class DeclaredServersTests extends SeveralRedisFixture {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	@Test
	void aServerThatStopsDoesNotDisturbTheComponentsOfTheOther() {
		try (RedisServer stopped = RedisServer.start()) {
			application("redis-components.servers.second.url=" + stopped.uri(), "redis-components.command-timeout=2s",
					"redis-components.id.server=second")
				.run((context) -> {
					IdWorker ids = context.getBean(IdWorker.class);
					await().atMost(PATIENCE).ignoreExceptions().until(() -> ids.nextId() > 0);
					DistributedLock locks = context.getBean(DistributedLock.class);
					await().atMost(PATIENCE).ignoreExceptions().until(() -> locks.get("y").tryAcquire().isPresent());
					stopped.kill();
					assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> ids.nextIds("k", 10));
					CacheClient hotCache = context.getBean("hotCacheClient", CacheClient.class);
					assertThat(hotCache.get("shop", 1L, String.class, (id) -> "x")).isEqualTo("x");
					assertThat(hotCache.get("shop", 1L, String.class, (id) -> "y")).isEqualTo("x");
					assertThat(locks.get("x").tryAcquire()).isPresent();
					assertThat(TestBoot.healthStatus(context)).isEqualTo("UP");
					stopped.restart();
					await().atMost(PATIENCE).ignoreExceptions().until(() -> ids.nextIds("k", 10).length == 10);
				});
		}
	}

	@Test
	void oneServerIsACluster() {
		RedisCluster cluster = SharedRedis.cluster();
		String nodes = String.join(",",
				cluster.nodes().stream().map((node) -> node.host() + ":" + node.port()).toList());
		application("redis-components.servers.wide.cluster.nodes=" + nodes, "redis-components.cache.server=wide")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				CacheClient caches = context.getBean(CacheClient.class);
				for (long id = 0; id < 50; id++) {
					caches.get("shop", id, String.class, (key) -> "x" + key);
				}
				int found = 0;
				for (RedisServer node : cluster.nodes()) {
					found += keys(node, "shop").size();
				}
				assertThat(found).isGreaterThanOrEqualTo(50);
				assertThat(rooms(main)).isEmpty();
				assertThat(rooms(hot)).isEmpty();
				assertThat(context.getBean(DistributedLock.class).get("x").tryAcquire()).isPresent();
				assertThat(rooms(main)).containsExactly("lock");
			});
	}

	@Test
	void aServerThatNothingUsesIsNotConnected() {
		try (RedisServer unused = RedisServer.start()) {
			int before = connections(unused);
			application("redis-components.servers.spare.url=" + unused.uri()).run((context) -> {
				context.getBean("spareCacheClient");
				context.getBean(DistributedLock.class).get("x").tryAcquire();
				assertThat(connections(unused)).isEqualTo(before);
				context.getBean("spareCacheClient", CacheClient.class).get("shop", 1L, String.class, (id) -> "x");
				assertThat(connections(unused)).isGreaterThan(before);
				assertThat(String.valueOf(unused.command("CLIENT", "LIST"))).contains("redis-components:commands");
			});
			await().atMost(PATIENCE).until(() -> connections(unused) == before);
		}
	}

	private static int connections(RedisServer server) {
		return (int) String.valueOf(server.command("CLIENT", "LIST")).lines().count();
	}

	@Test
	void aConnectionFactoryOfTheApplicationIsAServer() {
		TestContexts.runner()
			.withPropertyValues("main.port=" + main.port(), "hot.port=" + hot.port(),
					"redis-components.key-prefix=" + this.prefix, "redis-components.command-timeout=30s",
					"redis-components.cache.defaults.command-timeout=30s",
					"redis-components.connection-factory=mainRedis",
					"redis-components.servers.hot.connection-factory=hotRedis", "redis-components.cache.server=hot")
			.withUserConfiguration(MainAndHot.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				context.getBean(CacheClient.class).get("shop", 1L, String.class, (id) -> "x");
				assertThat(context.getBean(DistributedLock.class).get("x").tryAcquire()).isPresent();
				assertThat(rooms(hot)).containsExactly("cache");
				assertThat(rooms(main)).containsExactly("lock");
			});
	}

	@Test
	void aFactoryThatIsNoDefaultCandidateLeavesTheOneOfSpringBoot() {
		application("hot.port=" + hot.port(), "redis-components.servers.own.connection-factory=ownRedis",
				"redis-components.cache.server=own")
			.withUserConfiguration(OwnFactory.class)
			.run((context) -> {
				assertThat(context).hasNotFailed().hasBean("redisConnectionFactory");
				context.getBean(CacheClient.class).get("shop", 1L, String.class, (id) -> "x");
				assertThat(context.getBean(DistributedLock.class).get("x").tryAcquire()).isPresent();
				assertThat(rooms(hot)).containsExactly("cache");
				assertThat(rooms(main)).containsExactly("lock");
			});
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnFactory {

		@Bean(defaultCandidate = false)
		LettuceConnectionFactory ownRedis(Environment environment) {
			return MainAndHot.factory(environment.getRequiredProperty("hot.port", Integer.class));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class MainAndHot {

		@Bean
		LettuceConnectionFactory mainRedis(Environment environment) {
			return factory(environment.getRequiredProperty("main.port", Integer.class));
		}

		@Bean
		LettuceConnectionFactory hotRedis(Environment environment) {
			return factory(environment.getRequiredProperty("hot.port", Integer.class));
		}

		private static LettuceConnectionFactory factory(int port) {
			return new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", port));
		}

	}

}
