package io.github.rediscomponents.autoconfigure.id;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

import io.github.rediscomponents.autoconfigure.RedisComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.id.IdSettings;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Auto-configuration of the {@link IdWorker}.
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class)
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.id.enabled", matchIfMissing = true)
@EnableConfigurationProperties(IdProperties.class)
public final class IdAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	IdWorker idWorker(RedisPort redis, KeySpace keys, IdProperties properties, PropertySettings settings,
			Background background) {
		LiveSettings<IdSettings> live = settings.live(IdProperties.PREFIX, properties, IdProperties.class,
				IdProperties::toSettings);
		settings.restartOnly("redis-components.id.layout");
		settings.restartOnly("redis-components.id.epoch");
		return IdWorker.create(redis, keys, live, background);
	}

}
