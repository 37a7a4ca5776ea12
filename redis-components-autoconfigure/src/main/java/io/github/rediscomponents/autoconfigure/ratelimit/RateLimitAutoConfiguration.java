package io.github.rediscomponents.autoconfigure.ratelimit;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import io.github.rediscomponents.autoconfigure.RedisComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.ratelimit.RateLimitListener;
import io.github.rediscomponents.ratelimit.RateLimitSettings;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Auto-configuration of the {@link RateLimiter}.
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class)
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.rate-limit.enabled", matchIfMissing = true)
@EnableConfigurationProperties(RateLimitProperties.class)
@Import(PolicyCheck.class)
public final class RateLimitAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	RateLimiter rateLimiter(RedisPort redis, KeySpace keys, RateLimitProperties properties, PropertySettings settings,
			ObjectProvider<RateLimitListener> listeners) {
		LiveSettings<RateLimitSettings> live = settings.live(RateLimitProperties.PREFIX, properties,
				RateLimitProperties.class, RateLimitProperties::toSettings);
		return RateLimiter.create(redis, keys, live,
				Listeners.all(RateLimitListener.class, RateLimitListener.NONE, listeners.orderedStream()));
	}

}
