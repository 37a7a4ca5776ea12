package io.github.rediscomponents.autoconfigure.social;

import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.social.MicrometerSocialMetrics;

/**
 * Meters of follow graphs and feeds, where there is a registry.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
class SocialMeters {

	@Bean
	@ConditionalOnMissingBean
	MicrometerSocialMetrics micrometerSocialMetrics(MeterRegistry registry) {
		return new MicrometerSocialMetrics(registry);
	}

}
