package io.github.rediscomponents.autoconfigure.filter;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.filter.MicrometerBloomFilterMetrics;

/**
 * Meters of Bloom filters, where there is a registry.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
class BloomFilterMeters {

	@Bean
	@ConditionalOnMissingBean
	MicrometerBloomFilterMetrics micrometerBloomFilterMetrics(MeterRegistry registry) {
		return new MicrometerBloomFilterMetrics(registry);
	}

	@Bean
	MeterBinder redisComponentsBloomFilterGauges(ObjectProvider<BloomFilters> filters) {
		return (registry) -> filters.ifAvailable((all) -> all.names()
			.forEach((name) -> Gauge.builder("redis.components.bloom.fill", all.filter(name), BloomFilter::fill)
				.tag("filter", name)
				.strongReference(true)
				.register(registry)));
	}

}
