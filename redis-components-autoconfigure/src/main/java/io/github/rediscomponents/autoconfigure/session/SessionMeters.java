package io.github.rediscomponents.autoconfigure.session;

import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.session.MicrometerSessionMetrics;

/**
 * Meters of sessions and codes, where there is a registry.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
class SessionMeters {

	@Bean
	@ConditionalOnMissingBean
	MicrometerSessionMetrics micrometerSessionMetrics(MeterRegistry registry) {
		return new MicrometerSessionMetrics(registry);
	}

}
