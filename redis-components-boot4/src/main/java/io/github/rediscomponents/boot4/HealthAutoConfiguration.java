// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.boot4;

import io.github.rediscomponents.support.HealthDetails;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Auto-configuration of the health indicator of the components.
 *
 * @since 1.0.0
 */
@AutoConfiguration(afterName = "io.github.rediscomponents.autoconfigure.observability.HealthAutoConfiguration")
@ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
public final class HealthAutoConfiguration {

	/**
	 * The indicator. A nested class, because the class of its bean is missing without the
	 * module for health.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnEnabledHealthIndicator("redis-components")
	@ConditionalOnBean(HealthDetails.class)
	static class Indicator {

		/**
		 * Always up: Redis has an indicator of its own, and a cache whose local level is
		 * bypassed serves from Redis.
		 */
		@Bean
		@ConditionalOnMissingBean(name = "redisComponentsHealthIndicator")
		HealthIndicator redisComponentsHealthIndicator(HealthDetails details) {
			return () -> Health.up().withDetails(details.read().get()).build();
		}

	}

}
