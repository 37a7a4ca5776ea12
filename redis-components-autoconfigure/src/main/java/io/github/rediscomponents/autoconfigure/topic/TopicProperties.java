// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.topic;

import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autoconfigure.refresh.Sizes;
import io.github.rediscomponents.topic.TopicRegistrySettings;
import io.github.rediscomponents.topic.TopicSettings;

/**
 * Properties of the topics.
 *
 * @param enabled Whether to provide topics.
 * @param buffer Maximum number of messages that wait for the handler of a subscription.
 * @param maxPayload Largest message.
 * @param topics Topics by name; each becomes a bean whose name ends with Topic.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = TopicProperties.PREFIX, ignoreUnknownFields = false)
public record TopicProperties(@DefaultValue("true") boolean enabled, @DefaultValue("1000") int buffer,
		@DefaultValue("64KB") DataSize maxPayload, @DefaultValue Map<String, TopicEntryProperties> topics,
		@Nullable String server) implements ComponentProperties<TopicRegistrySettings> {

	static final String PREFIX = "redis-components.topic";

	@Override
	public TopicRegistrySettings toSettings() {
		TopicSettings common = TopicSettings.defaults()
			.withBuffer(this.buffer)
			.withMaxPayload(Sizes.bytes("maxPayload", this.maxPayload));
		return TopicRegistrySettings.defaults()
			.withCommon(common)
			.withTopics(PropertySettings.checkedAll(PREFIX + ".topics", this.topics,
					(properties) -> properties.toSettings(common)));
	}

	@Override
	public Stream<String> restartOnly() {
		return this.topics.keySet().stream().map((name) -> "topics." + name + ".type");
	}

}
