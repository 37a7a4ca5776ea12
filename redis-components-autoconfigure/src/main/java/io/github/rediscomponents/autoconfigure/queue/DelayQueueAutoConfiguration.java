package io.github.rediscomponents.autoconfigure.queue;

import java.util.Map;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import io.github.rediscomponents.autoconfigure.TypedBeanFactory;
import io.github.rediscomponents.autoconfigure.RedisComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.DelayQueue;
import io.github.rediscomponents.queue.DelayQueues;
import io.github.rediscomponents.queue.QueueObserver;
import io.github.rediscomponents.queue.StreamQueueSettings;
import io.github.rediscomponents.queue.StreamQueues;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Auto-configuration of {@link DelayQueues}, and of one bean for each declared queue.
 * They are made of the application's stream queues, or of their own where those are
 * disabled.
 */
@AutoConfiguration(after = { RedisComponentsAutoConfiguration.class, StreamQueueAutoConfiguration.class },
		before = QueueListenerAutoConfiguration.class)
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.delay-queue.enabled", matchIfMissing = true)
@EnableConfigurationProperties(DelayQueueProperties.class)
@Import(DelayQueueRegistrar.class)
public final class DelayQueueAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	DelayQueues delayQueues(ObjectProvider<StreamQueues> streams, RedisPort redis, KeySpace keys, ValueCodecs codecs,
			Background background, DelayQueueProperties properties, PropertySettings settings,
			ObjectProvider<QueueObserver> observers) {
		LiveSettings<Map<String, StreamQueueSettings>> live = settings.live(DelayQueueProperties.PREFIX, properties,
				DelayQueueProperties.class, DelayQueueProperties::toSettings);
		return DelayQueues.create(
				streams.getIfAvailable(
						() -> StreamQueues.create(redis, keys, codecs, background, new LiveSettings<>(Map.of()),
								Listeners.all(QueueObserver.class, QueueObserver.NONE, observers.orderedStream()))),
				live);
	}

	@Bean
	TypedBeanFactory delayQueueFactory(DelayQueues queues) {
		return new TypedBeanFactory(DelayQueueProperties.PREFIX + ".queues", DelayQueue.class, queues::queue);
	}

	@Bean
	DelayQueueSource delayQueueSource(DelayQueues queues, DelayQueueProperties properties, PropertySettings settings) {
		return new DelayQueueSource(queues,
				DeclaredTypes.of(DelayQueueProperties.PREFIX, properties.queues(), settings));
	}

	@Bean
	QueueView delayQueueView(DelayQueueSource source) {
		return new QueueView("delay-queue", source);
	}

}
