package io.github.rediscomponents.autoconfigure.lock;

import org.redisson.api.RedissonClient;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.autoconfigure.RedisComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockListener;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.redisson.RedissonLocks;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
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

	private static LiveSettings<LockSettings> live(PropertySettings settings, LockProperties properties) {
		return settings.live(LockProperties.PREFIX, properties, LockProperties.class, LockProperties::toSettings);
	}

	/**
	 * The default engine.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = LockProperties.ENGINE, havingValue = "lettuce", matchIfMissing = true)
	static class LettuceEngine {

		@Bean
		@ConditionalOnMissingBean
		DistributedLock distributedLock(RedisPort redis, KeySpace keys, LockProperties properties,
				PropertySettings settings, Background background, ObjectProvider<LockListener> listeners) {
			return DistributedLock.create(redis, keys, live(settings, properties), background,
					Listeners.all(LockListener.class, LockListener.NONE, listeners.orderedStream()));
		}

	}

	/**
	 * The engine on the application's Redisson.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(RedissonClient.class)
	@ConditionalOnProperty(name = LockProperties.ENGINE, havingValue = "redisson")
	static class RedissonEngine {

		@Bean
		@ConditionalOnMissingBean
		DistributedLock distributedLock(ObjectProvider<RedissonClient> redisson, KeySpace keys,
				LockProperties properties, PropertySettings settings, Background background,
				ObjectProvider<LockListener> listeners) {
			RedissonClient client = redisson.getIfUnique();
			if (client == null) {
				throw new InvalidPropertyException(LockProperties.ENGINE,
						"is 'redisson', but the application has no RedissonClient bean, or several without a primary"
								+ " one",
						null);
			}
			return RedissonLocks.create(client, keys, live(settings, properties), background,
					Listeners.all(LockListener.class, LockListener.NONE, listeners.orderedStream()));
		}

	}

	/**
	 * Says why the engine that was asked for cannot be.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingClass("org.redisson.api.RedissonClient")
	@ConditionalOnProperty(name = LockProperties.ENGINE, havingValue = "redisson")
	static class RedissonMissing {

		@Bean
		@ConditionalOnMissingBean
		DistributedLock distributedLock() {
			throw new InvalidPropertyException(LockProperties.ENGINE,
					"is 'redisson', but org.redisson:redisson is not on the class path", null);
		}

	}

}
