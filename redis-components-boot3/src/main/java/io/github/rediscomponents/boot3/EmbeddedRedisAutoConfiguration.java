// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.boot3;

import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.autoconfigure.EmbeddedRedisConfiguration;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration;
import org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails;
import org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails.Standalone;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Auto-configuration that starts a redis-server with the application and connects the
 * application to it, for development. Does nothing when something else provides
 * {@link RedisConnectionDetails}.
 *
 * @since 1.0.0
 */
@AutoConfiguration(before = RedisAutoConfiguration.class)
@ConditionalOnClass({ RedisServer.class, RedisConnectionDetails.class })
@ConditionalOnBooleanProperty("redis-components.embedded.enabled")
@ConditionalOnMissingBean(RedisConnectionDetails.class)
@Import(EmbeddedRedisConfiguration.class)
public final class EmbeddedRedisAutoConfiguration {

	@Bean
	RedisConnectionDetails embeddedRedisConnectionDetails(RedisServer server) {
		Standalone standalone = Standalone.of(server.host(), server.port());
		return new RedisConnectionDetails() {
			@Override
			public Standalone getStandalone() {
				return standalone;
			}
		};
	}

}
