// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RedissonClient;
import org.redisson.spring.data.connection.RedissonConnectionFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.NamedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * With Redisson's starter on the class path the application's factory is Redisson's, and
 * the components run on Lettuce.
 */
@ExtendWith(OutputCaptureExtension.class)
class RedissonNeighbourTests {

	@Test
	void theComponentsRunOnALettuceClientOfTheirOwnAndSaySo(CapturedOutput output) {
		TestContexts.connected().withConfiguration(AutoConfigurations.of(TestBoot.REDISSON)).run((context) -> {
			assertThat(context).hasSingleBean(RedisConnectionFactory.class);
			assertThat(context.getBean(RedisConnectionFactory.class)).isInstanceOf(RedissonConnectionFactory.class);
			assertThat(context.getBean(IdWorker.class).nextId()).isPositive();
			assertThat(output.getAll()).contains("redis-components opens a Lettuce client of its own");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "redisson" })
	void bothEnginesKeepLocksBesideTheStarterAndReplaceNothing(String engine) {
		assumeTrue(engine.equals("lettuce") || TestBoot.hasRedisson4());
		TestContexts.connected()
			.withConfiguration(AutoConfigurations.of(TestBoot.REDISSON))
			.withPropertyValues("redis-components.lock.engine=" + engine)
			.run((context) -> {
				assertThat(context).hasSingleBean(RedissonClient.class).hasSingleBean(DistributedLock.class);
				assertThat(context.getBean(RedisConnectionFactory.class)).isInstanceOf(RedissonConnectionFactory.class);
				String client = context.getBean(RedissonClient.class).getId();
				NamedLock lock = context.getBean(DistributedLock.class).get("both " + client);
				try (Lease lease = lock.acquire()) {
					assertThat(lease.id().startsWith(client)).isEqualTo(engine.equals("redisson"));
					assertThat(lock.tryAcquire()).isEmpty();
				}
				assertThat(lock.info().held()).isFalse();
			});
	}

}
