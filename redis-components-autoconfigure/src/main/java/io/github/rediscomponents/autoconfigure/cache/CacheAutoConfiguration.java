package io.github.rediscomponents.autoconfigure.cache;

import java.util.Set;

import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.autoconfigure.RedisComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheMetrics;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.MicrometerCacheMetrics;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.ServerClock;

/**
 * Auto-configuration of the {@link CacheClient}.
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.cache.enabled", matchIfMissing = true)
@EnableConfigurationProperties(CacheProperties.class)
public final class CacheAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	CacheClient cacheClient(RedisPort redis, KeySpace keys, CacheProperties properties, PropertySettings settings,
			Background background, ValueCodecs codecs, ServerClock clock, ObjectProvider<CacheMetrics> metrics,
			ObjectProvider<BloomFilters> filters) {
		BloomFilters declared = filters.getIfAvailable();
		LiveSettings<CacheRegistrySettings> live = settings.live(CacheProperties.PREFIX, properties,
				CacheProperties.class, (read) -> read.toSettings((declared != null) ? declared.names() : Set.of()));
		CacheMetrics ears = Listeners.all(CacheMetrics.class, CacheMetrics.NONE, metrics.orderedStream());
		return (declared != null)
				? CacheClient.create(redis, keys, live, background, codecs, clock, ears, declared::filter)
				: CacheClient.create(redis, keys, live, background, codecs, clock, ears);
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(MeterRegistry.class)
	@ConditionalOnBean(MeterRegistry.class)
	static class Meters {

		@Bean
		@ConditionalOnMissingBean
		MicrometerCacheMetrics micrometerCacheMetrics(MeterRegistry registry) {
			return new MicrometerCacheMetrics(registry);
		}

	}

}
