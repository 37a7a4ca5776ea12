// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.boot3;

import io.github.rediscomponents.cache.spring.RedisComponentsCache;
import io.github.rediscomponents.cache.spring.RedisComponentsCacheManager;
import io.github.rediscomponents.cache.spring.SpringCacheMetrics;
import io.micrometer.core.instrument.binder.cache.CacheMeterBinder;

import org.springframework.boot.actuate.metrics.cache.CacheMeterBinderProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Auto-configuration of Spring Boot's meters for the caches of Spring's cache
 * abstraction.
 *
 * @since 1.0.0
 */
@AutoConfiguration(afterName = "io.github.rediscomponents.autoconfigure.cache.SpringCacheAutoConfiguration",
		beforeName = "org.springframework.boot.actuate.autoconfigure.metrics.cache.CacheMetricsAutoConfiguration")
@ConditionalOnClass({ CacheMeterBinderProvider.class, CacheMeterBinder.class })
public final class CacheMetricsAutoConfiguration {

	/** A nested class, because Micrometer is optional. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBean(RedisComponentsCacheManager.class)
	static class Meters {

		@Bean
		CacheMeterBinderProvider<RedisComponentsCache> redisComponentsCacheMeters() {
			return SpringCacheMetrics::new;
		}

	}

}
