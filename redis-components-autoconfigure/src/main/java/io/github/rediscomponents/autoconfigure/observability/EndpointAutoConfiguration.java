// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import io.github.rediscomponents.autoconfigure.ComponentsAutoConfiguration;

/**
 * Auto-configuration of the {@link RedisComponentsEndpoint}.
 *
 * @since 1.0.0
 */
@AutoConfiguration(after = ComponentsAutoConfiguration.class)
@ConditionalOnClass(
		name = "org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint")
public final class EndpointAutoConfiguration {

	/**
	 * The endpoint and its views. A nested class, because the class of its condition is
	 * missing without the actuator.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(RoomViewConfiguration.class)
	@ConditionalOnAvailableEndpoint(RedisComponentsEndpoint.class)
	static class Available {

		@Bean
		@ConditionalOnMissingBean
		RedisComponentsEndpoint redisComponentsEndpoint(RoomViews views) {
			return new RedisComponentsEndpoint(views);
		}

	}

}
