package io.github.rediscomponents.autoconfigure.topic;

import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.topic.MicrometerTopicMetrics;

/**
 * Meters of topics, where there is a registry.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
class TopicMeters {

	@Bean
	@ConditionalOnMissingBean
	MicrometerTopicMetrics micrometerTopicMetrics(MeterRegistry registry) {
		return new MicrometerTopicMetrics(registry);
	}

}
