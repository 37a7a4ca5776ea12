package io.github.rediscomponents.autoconfigure.counter;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

import io.github.rediscomponents.OperationObserver;
import io.github.rediscomponents.autoconfigure.RedisComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.counter.UniqueCounter;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.RedisPort;

/**
 * Auto-configuration of {@link UniqueCounter}.
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class)
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.unique-counter.enabled", matchIfMissing = true)
@EnableConfigurationProperties(UniqueCounterProperties.class)
public final class UniqueCounterAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	UniqueCounter uniqueCounter(RedisPort redis, KeySpace keys, UniqueCounterProperties properties,
			PropertySettings settings, ObjectProvider<OperationObserver> observers) {
		return UniqueCounter.create(
				redis.observed("unique-counter",
						Listeners.all(OperationObserver.class, OperationObserver.NONE, observers.orderedStream())),
				keys, settings.live(UniqueCounterProperties.PREFIX, properties, UniqueCounterProperties.class,
						UniqueCounterProperties::toSettings));
	}

}
