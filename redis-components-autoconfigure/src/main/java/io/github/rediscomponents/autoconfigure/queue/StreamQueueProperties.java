// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.queue.WorkQueueSettings;

/**
 * Properties of the stream queues.
 *
 * @param enabled Whether to provide stream queues.
 * @param defaults Settings of stream queues that do not set them.
 * @param queues Queues by name; each becomes a bean whose name ends with StreamQueue.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = StreamQueueProperties.PREFIX, ignoreUnknownFields = false)
public record StreamQueueProperties(@DefaultValue("true") boolean enabled,
		@NestedConfigurationProperty @DefaultValue StreamQueueEntryProperties defaults,
		@DefaultValue Map<String, StreamQueueEntryProperties> queues,
		@Nullable String server) implements ComponentProperties<Map<String, WorkQueueSettings>> {

	static final String PREFIX = "redis-components.stream-queue";

	@Override
	public Map<String, WorkQueueSettings> toSettings() {
		return QueueEntryProperties.toSettings(PREFIX, this.defaults, this.queues);
	}

	@Override
	public UnaryOperator<Map<String, WorkQueueSettings>> keeper() {
		return new StartedGroups();
	}

	@Override
	public Stream<String> restartOnly() {
		return Stream.concat(Stream.of("defaults.group", "defaults.retention"), this.queues.keySet()
			.stream()
			.flatMap((name) -> Stream.of("type", "group", "retention").map((key) -> "queues." + name + '.' + key)));
	}

}
