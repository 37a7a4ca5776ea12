package io.github.rediscomponents.autoconfigure.lock;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

import io.github.rediscomponents.autoconfigure.RedisComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockListener;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Auto-configuration of the {@link DistributedLock}.
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class)
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.lock.enabled", matchIfMissing = true)
@EnableConfigurationProperties(LockProperties.class)
public final class LockAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	DistributedLock distributedLock(RedisPort redis, KeySpace keys, LockProperties properties,
			PropertySettings settings, Background background, ObjectProvider<LockListener> listener) {
		LiveSettings<LockSettings> live = settings.live(LockProperties.PREFIX, properties, LockProperties.class,
				LockProperties::toSettings);
		return DistributedLock.create(redis, keys, live, background, listener.getIfAvailable(() -> LockListener.NONE));
	}

}
