// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Which engine keeps the locks.
 */
class LockEngineTests {

	private static final String REDISSON = "redis-components.lock.engine=redisson";

	private static ApplicationContextRunner withRedisson(RedisServer server) {
		return TestContexts.runner()
			.withPropertyValues("spring.data.redis.url=" + server.uri(), "redisson.url=" + server.uri(),
					"redis-components.command-timeout=30s",
					"redis-components.key-prefix=" + ComponentBeansTests.random())
			.withUserConfiguration(OwnRedisson.class);
	}

	@Test
	void isLettuceAlthoughThereIsARedissonClient() {
		withRedisson(SharedRedis.standalone()).run((context) -> {
			try (Lease lease = context.getBean(DistributedLock.class).get("x").acquire()) {
				assertThat(lease.id()).doesNotContain(context.getBean(RedissonClient.class).getId());
			}
		});
	}

	@Test
	@EnabledIf("io.github.rediscomponents.autoconfigure.TestBoot#hasRedisson4")
	void isRedissonWhenAskedForAndOnlyForLocks() {
		withRedisson(SharedRedis.standalone()).withPropertyValues(REDISSON, "redis-components.lock.lease=10m")
			.run((context) -> {
				assertThat(context).hasNotFailed().hasSingleBean(DistributedLock.class);
				assertThat(context.getBean(RedisConnectionFactory.class)).isInstanceOf(LettuceConnectionFactory.class);
				try (Lease lease = context.getBean(DistributedLock.class).get("x").acquire()) {
					assertThat(lease.id()).startsWith(context.getBean(RedissonClient.class).getId());
					assertThat(lease.remaining()).isGreaterThan(Duration.ofMinutes(5));
				}
				assertThat(context.getBean(IdWorker.class).nextId()).isPositive();
			});
	}

	@Test
	void stopsTheStartWhenRedissonIsNotThere() {
		TestContexts.connected()
			.withPropertyValues(REDISSON)
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContaining("redis-components.lock.engine")
				.hasMessageContaining("RedissonClient"));
		TestContexts.connected()
			.withPropertyValues(REDISSON)
			.withClassLoader(new FilteredClassLoader("org.redisson"))
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContaining("redis-components.lock.engine")
				.hasMessageContaining("class path"));
	}

	@Test
	void stopsTheStartWhenRedissonIsTooOld() {
		withRedisson(SharedRedis.standalone()).withPropertyValues(REDISSON)
			.withClassLoader(new FilteredClassLoader("org.redisson.config.NameMapper"))
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContaining("redis-components.lock.engine")
				.hasMessageContaining("Redisson 4.0"));
	}

	@Test
	void isLettuceWithoutRedissonOnTheClassPath() {
		TestContexts.connected().withClassLoader(new FilteredClassLoader("org.redisson")).run((context) -> {
			assertThat(context).hasNotFailed();
			context.getBean(DistributedLock.class).get(ComponentBeansTests.random()).acquire().close();
		});
	}

	@Test
	@EnabledIf("io.github.rediscomponents.autoconfigure.TestBoot#hasRedisson4")
	void startsWithRedisDownAndRecovers() {
		try (RedisServer server = RedisServer.start()) {
			server.kill();
			withRedisson(server).withPropertyValues(REDISSON, "redisson.timeout=500").run((context) -> {
				assertThat(context).hasNotFailed();
				DistributedLock locks = context.getBean(DistributedLock.class);
				assertThatExceptionOfType(RedisUnavailableException.class)
					.isThrownBy(() -> locks.get("x").tryAcquire());
				server.restart();
				await().atMost(Duration.ofMinutes(2))
					.ignoreExceptions()
					.untilAsserted(() -> assertThat(locks.get("x").tryAcquire()).isPresent());
			});
		}
	}

	@Test
	@EnabledIf("io.github.rediscomponents.autoconfigure.TestBoot#hasRedisson4")
	void endsWithTheApplicationWhileLocksAreHeldAndWaitedFor() {
		CompletableFuture<List<Object>> seen = new CompletableFuture<>();
		withRedisson(SharedRedis.standalone()).withPropertyValues(REDISSON).run((context) -> {
			DistributedLock locks = context.getBean(DistributedLock.class);
			Lease lease = locks.get("x").acquire();
			CompletableFuture<Optional<Lease>> waiting = locks.get("x")
				.tryAcquireAsync(LockOptions.defaults())
				.toCompletableFuture();
			seen.complete(List.of(lease, waiting));
		});
		assertThat(((Lease) seen.join().get(0)).isValid()).isTrue();
		assertThat((CompletableFuture<?>) seen.join().get(1)).failsWithin(Duration.ofMinutes(1))
			.withThrowableThat()
			.withCauseInstanceOf(RedisUnavailableException.class);
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnRedisson {

		@Bean(destroyMethod = "shutdown")
		RedissonClient redisson(Environment environment) {
			Config config = new Config();
			config.setNettyThreads(2);
			config.setThreads(2);
			config.setLazyInitialization(true);
			config.useSingleServer()
				.setAddress(environment.getRequiredProperty("redisson.url"))
				.setTimeout(environment.getProperty("redisson.timeout", Integer.class, 20_000))
				.setRetryAttempts(1)
				.setConnectionMinimumIdleSize(1)
				.setConnectionPoolSize(8)
				.setSubscriptionConnectionMinimumIdleSize(1);
			return Redisson.create(config);
		}

	}

}
