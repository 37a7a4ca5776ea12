package io.github.rediscomponents.autoconfigure.queue;

import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.queue.StreamQueueSettings;

/**
 * Properties of the stream queues.
 *
 * @param enabled Whether to provide stream queues.
 * @param defaults What holds for every stream queue that does not say otherwise.
 * @param queues Queues by name; each becomes a bean whose name ends with StreamQueue.
 */
@ConfigurationProperties(prefix = StreamQueueProperties.PREFIX, ignoreUnknownFields = false)
public record StreamQueueProperties(@DefaultValue("true") boolean enabled,
		@NestedConfigurationProperty @DefaultValue StreamQueueEntryProperties defaults,
		@DefaultValue Map<String, StreamQueueEntryProperties> queues) {

	static final String PREFIX = "redis-components.stream-queue";

	Map<String, StreamQueueSettings> toSettings() {
		return QueueEntryProperties.toSettings(PREFIX, this.defaults, this.queues);
	}

}
