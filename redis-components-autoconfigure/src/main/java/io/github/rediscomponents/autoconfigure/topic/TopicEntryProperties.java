// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.topic;

import org.jspecify.annotations.Nullable;

import org.springframework.util.unit.DataSize;

import io.github.rediscomponents.autoconfigure.TypedDeclaration;
import io.github.rediscomponents.autoconfigure.refresh.Sizes;
import io.github.rediscomponents.topic.TopicSettings;

/**
 * Properties of one topic.
 *
 * @param type Class of the messages; taken from the injection point if not set.
 * @param buffer Maximum number of messages that wait for the handler of a subscription;
 * that of all topics if not set.
 * @param maxPayload Largest message; that of all topics if not set.
 * @param server Name of the Redis, one of redis-components.servers; that of the component
 * if not set.
 * @since 1.0.0
 */
public record TopicEntryProperties(@Nullable String type, @Nullable Integer buffer, @Nullable DataSize maxPayload,
		@Nullable String server) implements TypedDeclaration {

	TopicSettings toSettings(TopicSettings common) {
		return common.withBuffer((this.buffer != null) ? this.buffer : common.buffer())
			.withMaxPayload(
					(this.maxPayload != null) ? Sizes.bytes("maxPayload", this.maxPayload) : common.maxPayload());
	}

}
