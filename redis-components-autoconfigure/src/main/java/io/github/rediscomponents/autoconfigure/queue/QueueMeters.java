package io.github.rediscomponents.autoconfigure.queue;

import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.queue.MicrometerQueueMetrics;
import io.github.rediscomponents.support.Background;

/**
 * Meters of queues, where there is a registry.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
class QueueMeters {

	@Bean
	@ConditionalOnMissingBean
	MicrometerQueueMetrics micrometerQueueMetrics(MeterRegistry registry) {
		return new MicrometerQueueMetrics(registry);
	}

	@Bean
	QueueGauges redisComponentsQueueGauges(ObjectProvider<QueueSource> sources, ObjectProvider<Background> background) {
		return new QueueGauges(sources, background);
	}

}
