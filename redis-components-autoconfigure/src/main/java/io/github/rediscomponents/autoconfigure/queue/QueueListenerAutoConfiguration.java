// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.autoconfigure.ComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.Servers;
import io.github.rediscomponents.autoconfigure.observability.ConsoleViewsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.observability.EndpointAutoConfiguration;
import io.github.rediscomponents.autoconfigure.observability.RoomViews;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueues;

/**
 * Auto-configuration of {@code QueueListener} methods, and of the meters and endpoint
 * views of queues.
 *
 * @since 1.0.0
 */
@AutoConfiguration(
		after = { ComponentsAutoConfiguration.class, EndpointAutoConfiguration.class,
				ConsoleViewsAutoConfiguration.class },
		afterName = {
				"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
				"org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
				"org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
				"org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration" })
public final class QueueListenerAutoConfiguration {

	@Bean
	QueueLifecycle redisComponentsQueueLifecycle(ConfigurableListableBeanFactory beans, PropertySettings settings) {
		return new QueueLifecycle(beans, settings);
	}

	/**
	 * The views of the actuator endpoint and of the console.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBean(RoomViews.class)
	static class Views {

		@Bean
		@ConditionalOnBean(DelayQueues.class)
		QueueView delayQueueView(QueueLifecycle lifecycle) {
			return new QueueView("delay-queue", lifecycle.sources().delays());
		}

		@Bean
		@ConditionalOnBean(StreamQueues.class)
		QueueView streamQueueView(QueueLifecycle lifecycle) {
			return new QueueView("stream-queue", lifecycle.sources().streams());
		}

		@Bean
		@ConditionalOnBean(TaskQueues.class)
		QueueView taskQueueView(QueueLifecycle lifecycle) {
			return new QueueView("task-queue", lifecycle.sources().tasks());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(ObservationRegistry.class)
	@ConditionalOnBean(ObservationRegistry.class)
	static class Observations {

		@Bean
		@Lazy
		ListenerCalls redisComponentsListenerCalls(ObservationRegistry registry) {
			return new ObservedCalls(registry);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(MeterRegistry.class)
	@ConditionalOnBean(MeterRegistry.class)
	static class Meters {

		@Bean
		QueueGauges redisComponentsQueueGauges(QueueLifecycle lifecycle, ObjectProvider<Background> background,
				ObjectProvider<Servers> servers) {
			return new QueueGauges(lifecycle.sources()::all, background, servers);
		}

	}

}
