// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test.autoconfigure;

import java.nio.file.Path;

import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.RedisServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;

/**
 * Starts a redis-server with the application and stops it with the application. For
 * development: imported by the starter's auto-configuration, which connects the
 * application to it, where {@code redis-components.embedded.enabled} is set.
 *
 * @since 1.0.0
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(EmbeddedRedisProperties.class)
@ImportRuntimeHints(EmbeddedRedisHints.class)
public class EmbeddedRedisConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(EmbeddedRedisConfiguration.class);

	@Bean(destroyMethod = "close")
	@ConditionalOnMissingBean(RedisDeployment.class)
	RedisServer embeddedRedisServer(EmbeddedRedisProperties properties) {
		int port = properties.getPort();
		if (port < 0 || port > 65535) {
			throw new InvalidConfigurationPropertyValueException("redis-components.embedded.port", port,
					"It must be between 0 and 65535.");
		}
		RedisServer.Builder builder = RedisServer.builder().port(port);
		Path dataDirectory = properties.getDataDirectory();
		if (dataDirectory != null) {
			builder.directory(dataDirectory).setting("appendonly", "yes");
		}
		RedisServer server = builder.start();
		logger.info("Started embedded {}, data {}", server,
				(dataDirectory != null) ? "in " + dataDirectory : "in memory only");
		return server;
	}

}
