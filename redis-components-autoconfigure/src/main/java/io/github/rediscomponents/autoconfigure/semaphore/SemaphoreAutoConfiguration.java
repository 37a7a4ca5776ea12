package io.github.rediscomponents.autoconfigure.semaphore;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

import io.github.rediscomponents.autoconfigure.RedisComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.lock.DistributedSemaphore;
import io.github.rediscomponents.lock.SemaphoreListener;
import io.github.rediscomponents.lock.SemaphoreSettings;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Auto-configuration of the {@link DistributedSemaphore}.
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class)
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.semaphore.enabled", matchIfMissing = true)
@EnableConfigurationProperties(SemaphoreProperties.class)
public final class SemaphoreAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	DistributedSemaphore distributedSemaphore(RedisPort redis, KeySpace keys, SemaphoreProperties properties,
			PropertySettings settings, Background background, ObjectProvider<SemaphoreListener> listeners) {
		LiveSettings<SemaphoreSettings> live = settings.live(SemaphoreProperties.PREFIX, properties,
				SemaphoreProperties.class, SemaphoreProperties::toSettings);
		return DistributedSemaphore.create(redis, keys, live, background,
				Listeners.all(SemaphoreListener.class, SemaphoreListener.NONE, listeners.orderedStream()));
	}

}
