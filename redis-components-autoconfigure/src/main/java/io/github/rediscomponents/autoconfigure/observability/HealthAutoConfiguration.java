// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.autoconfigure.ComponentsAutoConfiguration;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.QueuedInvalidations;

/**
 * Auto-configuration of the health of the components.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = ComponentsAutoConfiguration.class)
@ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
public final class HealthAutoConfiguration {

	/**
	 * Details of the health. A nested class, because the class of its bean is missing
	 * without the module for health.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnEnabledHealthIndicator("redis-components")
	static class Indicator {

		/**
		 * Always up: Redis has an indicator of its own, and a cache whose local level is
		 * bypassed serves from Redis.
		 */
		@Bean
		@ConditionalOnMissingBean(name = "redisComponentsHealthIndicator")
		HealthIndicator redisComponentsHealthIndicator(ConfigurableListableBeanFactory beans) {
			UsedBeans<CacheClient> caches = new UsedBeans<>(beans, CacheClient.class);
			return () -> {
				Health.Builder health = Health.up();
				caches.stream().findFirst().ifPresent((cache) -> {
					QueuedInvalidations queued = cache.queuedInvalidations();
					health.withDetail("cache.localLevel", cache.localLevelState().name())
						.withDetail("cache.localLevels", CacheView.localLevels(cache))
						.withDetail("cache.queuedInvalidations", queued.count())
						.withDetail("cache.oldestQueuedInvalidation", queued.oldest().toString());
				});
				return health.build();
			};
		}

	}

}
