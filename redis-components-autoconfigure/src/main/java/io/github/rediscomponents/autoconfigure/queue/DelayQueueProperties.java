package io.github.rediscomponents.autoconfigure.queue;

import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.queue.StreamQueueSettings;

/**
 * Properties of the delay queues.
 *
 * @param enabled Whether to provide delay queues.
 * @param defaults What holds for every delay queue that does not say otherwise.
 * @param queues Queues by name; each becomes a bean whose name ends with DelayQueue.
 */
@ConfigurationProperties(prefix = DelayQueueProperties.PREFIX, ignoreUnknownFields = false)
public record DelayQueueProperties(@DefaultValue("true") boolean enabled,
		@NestedConfigurationProperty @DefaultValue DelayQueueEntryProperties defaults,
		@DefaultValue Map<String, DelayQueueEntryProperties> queues) {

	static final String PREFIX = "redis-components.delay-queue";

	Map<String, StreamQueueSettings> toSettings() {
		return QueueEntryProperties.toSettings(PREFIX, this.defaults, this.queues);
	}

}
