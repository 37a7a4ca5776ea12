package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;
import java.util.function.Supplier;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.support.LiveSettings;

/**
 * Auto-configuration of {@link QueueListener}, and of the end of everything that consumes
 * queues. It is there also without queues: a listener that cannot listen has to stop the
 * start.
 */
@AutoConfiguration(after = { StreamQueueAutoConfiguration.class, TaskQueueAutoConfiguration.class },
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@EnableConfigurationProperties(QueueListenerProperties.class)
@Import(QueueMeters.class)
public final class QueueListenerAutoConfiguration {

	@Bean
	QueueListeners redisComponentsQueueListeners(ConfigurableListableBeanFactory beans,
			QueueListenerProperties properties, ObjectProvider<QueueSource> sources) {
		return new QueueListeners(beans, properties.enabled(), sources);
	}

	@Bean
	QueueLifecycle redisComponentsQueueLifecycle(QueueListeners listeners, ObjectProvider<QueueSource> sources,
			QueueListenerProperties properties, ObjectProvider<PropertySettings> settings) {
		PropertySettings refreshed = settings.getIfAvailable();
		Supplier<Duration> drainTimeout = (refreshed != null)
				? refreshed.live(QueueListenerProperties.PREFIX, properties, QueueListenerProperties.class,
						QueueListenerProperties::toDrainTimeout)
				: new LiveSettings<>(
						PropertySettings.checked(QueueListenerProperties.PREFIX, properties::toDrainTimeout));
		return new QueueLifecycle(listeners, sources, drainTimeout);
	}

}
