package io.github.rediscomponents.autoconfigure.messaging;

import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.messaging.MicrometerMessagingMetrics;

/**
 * Meters of chats and mailboxes, where there is a registry.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
class MessagingMeters {

	@Bean
	@ConditionalOnMissingBean
	MicrometerMessagingMetrics micrometerMessagingMetrics(MeterRegistry registry) {
		return new MicrometerMessagingMetrics(registry);
	}

}
