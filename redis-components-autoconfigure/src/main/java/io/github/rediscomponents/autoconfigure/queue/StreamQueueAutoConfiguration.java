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
import io.github.rediscomponents.queue.QueueObserver;
import io.github.rediscomponents.queue.StreamQueue;
import io.github.rediscomponents.queue.StreamQueueSettings;
import io.github.rediscomponents.queue.StreamQueues;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Auto-configuration of {@link StreamQueues}, and of one bean for each declared queue.
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class)
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.stream-queue.enabled", matchIfMissing = true)
@EnableConfigurationProperties(StreamQueueProperties.class)
@Import(StreamQueueRegistrar.class)
public final class StreamQueueAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	StreamQueues streamQueues(RedisPort redis, KeySpace keys, ValueCodecs codecs, Background background,
			StreamQueueProperties properties, PropertySettings settings, ObjectProvider<QueueObserver> observers) {
		LiveSettings<Map<String, StreamQueueSettings>> live = settings.live(StreamQueueProperties.PREFIX, properties,
				StreamQueueProperties.class, StartedGroups.of(properties, settings));
		return StreamQueues.create(redis, keys, codecs, background, live,
				Listeners.all(QueueObserver.class, QueueObserver.NONE, observers.orderedStream()));
	}

	@Bean
	TypedBeanFactory streamQueueFactory(StreamQueues queues) {
		return new TypedBeanFactory(StreamQueueProperties.PREFIX + ".queues", StreamQueue.class, queues::queue);
	}

	@Bean
	StreamQueueSource streamQueueSource(StreamQueues queues, StreamQueueProperties properties,
			PropertySettings settings) {
		return new StreamQueueSource(queues,
				DeclaredTypes.of(StreamQueueProperties.PREFIX, properties.queues(), settings));
	}

	@Bean
	QueueView streamQueueView(StreamQueueSource source) {
		return new QueueView("stream-queue", source);
	}

}
