// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test.autoconfigure;

import java.nio.file.Path;

import io.github.rediscomponents.test.RedisServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration that starts a redis-server with the application and connects the
 * application to it. For development: enabled by
 * {@code redis-components.embedded.enabled}. Does nothing when something else provides
 * {@link DataRedisConnectionDetails}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(before = DataRedisAutoConfiguration.class)
@ConditionalOnClass(DataRedisConnectionDetails.class)
@ConditionalOnBooleanProperty("redis-components.embedded.enabled")
@ConditionalOnMissingBean(DataRedisConnectionDetails.class)
@EnableConfigurationProperties(EmbeddedRedisProperties.class)
public final class EmbeddedRedisAutoConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(EmbeddedRedisAutoConfiguration.class);

	@Bean(destroyMethod = "close")
	@ConditionalOnMissingBean
	RedisServer embeddedRedisServer(EmbeddedRedisProperties properties) {
		RedisServer.Builder builder = RedisServer.builder().port(properties.getPort());
		Path dataDirectory = properties.getDataDirectory();
		if (dataDirectory != null) {
			builder.directory(dataDirectory).setting("appendonly", "yes");
		}
		RedisServer server = builder.start();
		logger.info("Started embedded {}, data {}", server,
				(dataDirectory != null) ? "in " + dataDirectory : "in memory only");
		return server;
	}

	@Bean
	DataRedisConnectionDetails embeddedRedisConnectionDetails(RedisServer server) {
		return new EmbeddedRedisConnectionDetails(server);
	}

}
