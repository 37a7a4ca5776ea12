package io.github.rediscomponents.autoconfigure;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Wrong configuration stops the start and names the property, in the words that a user
 * sees.
 */
@ExtendWith(OutputCaptureExtension.class)
class ConfigurationErrorTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					redis-components.key-prefix=a{b}                            | redis-components.key-prefix
					redis-components.command-timeout=0s                         | redis-components.command-timeout
					redis-components.command-timeout=soon                       | redis-components.command-timeout
					redis-components.lock.lease=1ms                             | redis-components.lock.lease
					redis-components.lock.leese=30s                             | redis-components.lock.leese
					redis-components.cache.caches.shop.tll=30m                  | redis-components.cache.caches.shop.tll
					redis-components.lock.poll-bound=2h                         | redis-components.lock.poll-bound
					redis-components.cache.defaults.jitter=3                    | redis-components.cache.defaults.jitter
					redis-components.cache.caches.shop.ttl=0s                   | redis-components.cache.caches.shop.ttl
					redis-components.cache.caches.shop.null-ttl=-1s             | redis-components.cache.caches.shop.null-ttl
					redis-components.limit-queue.queues.gift.length=0           | redis-components.limit-queue.queues.gift.length
					redis-components.limit-queue.queues.gift.dedupe=twice       | redis-components.limit-queue.queues.gift.dedupe
					redis-components.limit-queue.queues.gift.type=no.such.Type  | redis-components.limit-queue.queues.gift.type
					redis-components.id.epoch=1960-01-01T00:00:00Z              | redis-components.id.epoch
					redis-components.id.max-block=0                             | redis-components.id.max-block
					redis-components.rate-limit.policies.code.limit=1           | redis-components.rate-limit.policies.code.period
					redis-components.rate-limit.policies.code.algorithm=guess   | redis-components.rate-limit.policies.code
					""")
	void stopsTheStartWithThePropertysName(String property, String named, CapturedOutput output) {
		SpringApplication application = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.properties(property.strip(), "spring.main.banner-mode=off")
			.build();
		assertThat(catchThrowable(application::run)).isNotNull();
		assertThat(output.getAll()).contains("APPLICATION FAILED TO START").contains(named.strip());
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(excludeName = "org.redisson.spring.starter.RedissonAutoConfigurationV4")
	static class Application {

	}

}
