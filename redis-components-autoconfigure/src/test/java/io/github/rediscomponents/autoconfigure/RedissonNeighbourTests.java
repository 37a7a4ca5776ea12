package io.github.rediscomponents.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.redisson.spring.data.connection.RedissonConnectionFactory;
import org.redisson.spring.starter.RedissonAutoConfigurationV4;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.github.rediscomponents.id.IdWorker;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * With Redisson's starter on the class path the application's factory is Redisson's, and
 * the components run on Lettuce.
 */
@ExtendWith(OutputCaptureExtension.class)
class RedissonNeighbourTests {

	@Test
	void theComponentsRunOnALettuceClientOfTheirOwnAndSaySo(CapturedOutput output) {
		TestContexts.connected()
			.withConfiguration(AutoConfigurations.of(RedissonAutoConfigurationV4.class))
			.run((context) -> {
				assertThat(context).hasSingleBean(RedisConnectionFactory.class);
				assertThat(context.getBean(RedisConnectionFactory.class)).isInstanceOf(RedissonConnectionFactory.class);
				assertThat(context.getBean(IdWorker.class).nextId()).isPositive();
				assertThat(output.getAll()).contains("redis-components opens a Lettuce client of its own");
			});
	}

}
