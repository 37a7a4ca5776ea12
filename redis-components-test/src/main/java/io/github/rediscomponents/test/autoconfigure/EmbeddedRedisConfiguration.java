// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test.autoconfigure;

import java.nio.file.Path;

import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.RedisServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.env.Environment;

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

	private static final String ENABLED = "redis-components.embedded.enabled";

	private static final Logger logger = LoggerFactory.getLogger(EmbeddedRedisConfiguration.class);

	/**
	 * Returns whether the server is switched on, by any word that Spring converts to
	 * true. A condition of Spring Boot takes {@code true} only, and any other for false.
	 * @param environment has the property
	 * @return on or off; off if the property is not set
	 * @throws InvalidConfigurationPropertyValueException if the value is neither true nor
	 * false
	 */
	public static ConditionOutcome enabled(Environment environment) {
		try {
			boolean on = environment.getProperty(ENABLED, Boolean.class, false);
			return new ConditionOutcome(on, ENABLED + (on ? " is on" : " is off"));
		}
		catch (ConversionException ex) {
			throw new InvalidConfigurationPropertyValueException(ENABLED, environment.getProperty(ENABLED),
					"It must be true or false.");
		}
		catch (IllegalArgumentException ex) {
			// A placeholder cannot be resolved.
			throw new InvalidConfigurationPropertyValueException(ENABLED, null,
					"It must be true or false. " + ex.getMessage());
		}
	}

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
