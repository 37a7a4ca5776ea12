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
import io.github.rediscomponents.counter.DayBitmap;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.RedisPort;

/**
 * Auto-configuration of {@link DayBitmap}.
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class)
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.day-bitmap.enabled", matchIfMissing = true)
@EnableConfigurationProperties(DayBitmapProperties.class)
public final class DayBitmapAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	DayBitmap dayBitmap(RedisPort redis, KeySpace keys, DayBitmapProperties properties, PropertySettings settings,
			ObjectProvider<OperationObserver> observers) {
		return DayBitmap.create(
				redis.observed("day-bitmap",
						Listeners.all(OperationObserver.class, OperationObserver.NONE, observers.orderedStream())),
				keys, settings.live(DayBitmapProperties.PREFIX, properties, DayBitmapProperties.class,
						DayBitmapProperties::toSettings));
	}

}
