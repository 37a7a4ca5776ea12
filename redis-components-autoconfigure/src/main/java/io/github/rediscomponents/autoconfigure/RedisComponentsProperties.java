package io.github.rediscomponents.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What all components share.
 *
 * @param keyPrefix What every key in Redis begins with. The application's name if not
 * set.
 * @param commandTimeout Longest time that one command may take, connecting included.
 */
@ConfigurationProperties("redis-components")
public record RedisComponentsProperties(@Nullable String keyPrefix, @DefaultValue("2s") Duration commandTimeout) {

}
