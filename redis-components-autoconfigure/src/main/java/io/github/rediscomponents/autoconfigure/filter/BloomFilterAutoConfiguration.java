package io.github.rediscomponents.autoconfigure.filter;

import java.util.List;
import java.util.Map;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import io.github.rediscomponents.autoconfigure.RedisComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.filter.BloomFilterListener;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Auto-configuration of {@link BloomFilters}, and of one bean for each declared filter.
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.bloom-filter.enabled", matchIfMissing = true)
@EnableConfigurationProperties(BloomFilterProperties.class)
@Import({ BloomFilterRegistrar.class, BloomFilterMeters.class })
public final class BloomFilterAutoConfiguration {

	private static final List<String> STORED = List.of("capacity", "error-rate", "engine");

	@Bean
	@ConditionalOnMissingBean
	BloomFilters bloomFilters(RedisPort redis, KeySpace keys, Background background, BloomFilterProperties properties,
			PropertySettings settings, ObjectProvider<BloomFilterListener> listeners) {
		LiveSettings<Map<String, BloomFilterSettings>> live = settings.live(BloomFilterProperties.PREFIX, properties,
				BloomFilterProperties.class, BloomFilterProperties::toSettings);
		properties.filters()
			.keySet()
			.forEach((name) -> STORED.forEach((property) -> settings
				.restartOnly(BloomFilterProperties.PREFIX + ".filters." + name + '.' + property)));
		return BloomFilters.create(redis, keys, background, live,
				Listeners.all(BloomFilterListener.class, BloomFilterListener.NONE, listeners.orderedStream()));
	}

	@Bean
	BloomFilterFactory bloomFilterFactory(BloomFilters filters) {
		return new BloomFilterFactory(filters);
	}

	@Bean
	BloomEngineCheck bloomEngineCheck(BloomFilters filters, BloomFilterProperties properties) {
		return new BloomEngineCheck(filters, properties.toSettings());
	}

}
