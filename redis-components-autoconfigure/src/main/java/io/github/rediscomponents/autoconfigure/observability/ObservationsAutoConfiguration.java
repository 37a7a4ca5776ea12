// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import io.micrometer.observation.ObservationRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.autoconfigure.ComponentsAutoConfiguration;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Auto-configuration of the observations of waits, loads and publications.
 *
 * @since 1.0.0
 */
@AutoConfiguration(after = ComponentsAutoConfiguration.class,
		afterName = { "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
				"org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration" })
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean({ ObservationRegistry.class, RedisPort.class })
public final class ObservationsAutoConfiguration {

	/**
	 * From the moment on at which all handlers of observations are there. The ports of
	 * further servers use the spans of this one.
	 */
	@Bean
	SmartInitializingSingleton redisComponentsObservations(ObjectProvider<ObservationRegistry> registry,
			ObjectProvider<RedisPort> port) {
		return () -> {
			if (port.getObject() instanceof CommandPort commands) {
				commands.spans().use(new ObservedSpans(registry.getObject()));
			}
		};
	}

}
