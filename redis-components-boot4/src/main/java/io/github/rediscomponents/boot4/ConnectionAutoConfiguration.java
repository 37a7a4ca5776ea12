// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.boot4;

import io.github.rediscomponents.support.server.RedisAddresses;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration of the addresses for a Lettuce client beside another driver and for
 * listed replicas, out of Spring Boot's connection details.
 *
 * @since 1.0.0
 */
@AutoConfiguration(after = DataRedisAutoConfiguration.class,
		beforeName = "io.github.rediscomponents.autoconfigure.RedisComponentsAutoConfiguration")
@ConditionalOnBean(DataRedisConnectionDetails.class)
public final class ConnectionAutoConfiguration {

	@Bean
	@Lazy
	RedisAddresses redisComponentsAddresses(DataRedisConnectionDetails details) {
		return new ConnectionDetailsReader(details).read();
	}

}
