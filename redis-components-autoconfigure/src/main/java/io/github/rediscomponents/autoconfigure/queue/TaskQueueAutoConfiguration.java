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
import io.github.rediscomponents.queue.StreamQueueSettings;
import io.github.rediscomponents.queue.StreamQueues;
import io.github.rediscomponents.queue.TaskQueue;
import io.github.rediscomponents.queue.TaskQueues;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Auto-configuration of {@link TaskQueues}, and of one bean for each declared queue. They
 * are made of the application's stream queues, or of their own where those are disabled.
 */
@AutoConfiguration(after = { RedisComponentsAutoConfiguration.class, StreamQueueAutoConfiguration.class })
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.task-queue.enabled", matchIfMissing = true)
@EnableConfigurationProperties(TaskQueueProperties.class)
@Import(TaskQueueRegistrar.class)
public final class TaskQueueAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	TaskQueues taskQueues(ObjectProvider<StreamQueues> streams, RedisPort redis, KeySpace keys, ValueCodecs codecs,
			Background background, TaskQueueProperties properties, PropertySettings settings,
			ObjectProvider<QueueObserver> observers) {
		LiveSettings<Map<String, StreamQueueSettings>> live = settings.live(TaskQueueProperties.PREFIX, properties,
				TaskQueueProperties.class, TaskQueueProperties::toSettings);
		return TaskQueues.create(
				streams.getIfAvailable(
						() -> StreamQueues.create(redis, keys, codecs, background, new LiveSettings<>(Map.of()),
								Listeners.all(QueueObserver.class, QueueObserver.NONE, observers.orderedStream()))),
				live);
	}

	@Bean
	TypedBeanFactory taskQueueFactory(TaskQueues queues) {
		return new TypedBeanFactory(TaskQueueProperties.PREFIX + ".queues", TaskQueue.class, queues::queue);
	}

	@Bean
	TaskQueueSource taskQueueSource(TaskQueues queues, TaskQueueProperties properties, PropertySettings settings) {
		return new TaskQueueSource(queues, DeclaredTypes.of(TaskQueueProperties.PREFIX, properties.queues(), settings));
	}

	@Bean
	QueueView taskQueueView(TaskQueueSource source) {
		return new QueueView("task-queue", source);
	}

}
