package io.github.rediscomponents.autoconfigure.queue;

import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.queue.StreamQueueSettings;

/**
 * Properties of the task queues.
 *
 * @param enabled Whether to provide task queues.
 * @param defaults What holds for every task queue that does not say otherwise.
 * @param queues Queues by name; each becomes a bean whose name ends with TaskQueue.
 */
@ConfigurationProperties(prefix = TaskQueueProperties.PREFIX, ignoreUnknownFields = false)
public record TaskQueueProperties(@DefaultValue("true") boolean enabled,
		@NestedConfigurationProperty @DefaultValue TaskQueueEntryProperties defaults,
		@DefaultValue Map<String, TaskQueueEntryProperties> queues) {

	static final String PREFIX = "redis-components.task-queue";

	Map<String, StreamQueueSettings> toSettings() {
		return QueueEntryProperties.toSettings(PREFIX, this.defaults, this.queues);
	}

}
