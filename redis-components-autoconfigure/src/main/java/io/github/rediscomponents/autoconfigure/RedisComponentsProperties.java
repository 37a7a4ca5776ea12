package io.github.rediscomponents.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What all components share.
 */
@ConfigurationProperties("redis-components")
public class RedisComponentsProperties {

	/**
	 * What every key in Redis begins with. The application's name if not set.
	 */
	private @Nullable String keyPrefix;

	/**
	 * Longest time that one command may take, connecting included.
	 */
	private Duration commandTimeout = Duration.ofSeconds(2);

	public @Nullable String getKeyPrefix() {
		return this.keyPrefix;
	}

	public void setKeyPrefix(@Nullable String keyPrefix) {
		this.keyPrefix = keyPrefix;
	}

	public Duration getCommandTimeout() {
		return this.commandTimeout;
	}

	public void setCommandTimeout(Duration commandTimeout) {
		this.commandTimeout = commandTimeout;
	}

}
