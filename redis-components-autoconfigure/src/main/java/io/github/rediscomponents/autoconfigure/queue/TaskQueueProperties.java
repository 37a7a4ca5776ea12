// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.queue.WorkQueueSettings;

/**
 * Properties of the task queues.
 *
 * @param enabled Whether to provide task queues.
 * @param defaults Settings of task queues that do not set them.
 * @param queues Queues by name; each becomes a bean whose name ends with TaskQueue.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = TaskQueueProperties.PREFIX, ignoreUnknownFields = false)
public record TaskQueueProperties(@DefaultValue("true") boolean enabled,
		@NestedConfigurationProperty @DefaultValue TaskQueueEntryProperties defaults,
		@DefaultValue Map<String, TaskQueueEntryProperties> queues,
		@Nullable String server) implements ComponentProperties<Map<String, WorkQueueSettings>> {

	static final String PREFIX = "redis-components.task-queue";

	@Override
	public Map<String, WorkQueueSettings> toSettings() {
		return QueueEntryProperties.toSettings(PREFIX, this.defaults, this.queues);
	}

	@Override
	public Stream<String> restartOnly() {
		return this.queues.keySet().stream().map((name) -> "queues." + name + ".type");
	}

}
