// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.env.Environment;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autoconfigure.server.ServerProperties;

/**
 * Properties shared by all components.
 *
 * @param enabled Whether to provide any component.
 * @param keyPrefix Prefix of every key in Redis. The name of the application if not set.
 * @param commandTimeout Longest time that one command may take, including the connection.
 * @param connectionFactory Name of the LettuceConnectionFactory bean that the components
 * use if the application has several.
 * @param servers Further Redis by name, beside that of the application.
 * @since 1.0.0
 */
@ConfigurationProperties("redis-components")
public record RedisComponentsProperties(@DefaultValue("true") boolean enabled, @Nullable String keyPrefix,
		@DefaultValue("2s") Duration commandTimeout, @Nullable String connectionFactory,
		@DefaultValue Map<String, ServerProperties> servers) {

	static final String ENABLED = "redis-components.enabled";

	/** As bound if nothing is set. */
	static final RedisComponentsProperties DEFAULTS = new RedisComponentsProperties(true, null, Duration.ofSeconds(2),
			null, Map.of());

	/** The binder, which takes long the first time, is spared if nothing is set. */
	static RedisComponentsProperties of(Environment environment) {
		return PropertySettings.isSet(environment, "redis-components") ? bound(environment) : DEFAULTS;
	}

	static RedisComponentsProperties bound(Environment environment) {
		return Binder.get(environment)
			.bindOrCreate("redis-components", Bindable.of(RedisComponentsProperties.class),
					PropertySettings.handler(BindHandler.DEFAULT));
	}

}
