package io.github.rediscomponents.autoconfigure.geo;

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
import io.github.rediscomponents.geo.GeoIndex;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.RedisPort;

/**
 * Auto-configuration of {@link GeoIndex}.
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class)
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.geo.enabled", matchIfMissing = true)
@EnableConfigurationProperties(GeoProperties.class)
public final class GeoAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	GeoIndex geoIndex(RedisPort redis, KeySpace keys, GeoProperties properties, PropertySettings settings,
			ObjectProvider<OperationObserver> observers) {
		return GeoIndex.create(
				redis.observed("geo",
						Listeners.all(OperationObserver.class, OperationObserver.NONE, observers.orderedStream())),
				keys, settings.live(GeoProperties.PREFIX, properties, GeoProperties.class, GeoProperties::toSettings));
	}

}
