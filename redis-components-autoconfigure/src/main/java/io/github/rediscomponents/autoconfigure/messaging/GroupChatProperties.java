// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.messaging;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.autoconfigure.refresh.Sizes;
import io.github.rediscomponents.messaging.GroupChatSettings;

/**
 * Properties of the group chats.
 *
 * @param enabled Whether to provide group chats.
 * @param maxMessages Maximum number of messages that a chat keeps for members that have
 * not read them.
 * @param maxMembers Maximum number of members of a chat.
 * @param maxPayload Largest body of a message.
 * @param ttl Time after which an unused chat is deleted; never if not set.
 * @param idWindow Time after the last message of a chat for which its message ids are
 * remembered.
 * @param idCount Number of message ids that a chat remembers.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = GroupChatProperties.PREFIX, ignoreUnknownFields = false)
public record GroupChatProperties(@DefaultValue("true") boolean enabled, @DefaultValue("10000") int maxMessages,
		@DefaultValue("1000") int maxMembers, @DefaultValue("64KB") DataSize maxPayload, @Nullable Duration ttl,
		@DefaultValue("10m") Duration idWindow, @DefaultValue("1000") int idCount,
		@Nullable String server) implements ComponentProperties<GroupChatSettings> {

	static final String PREFIX = "redis-components.group-chat";

	@Override
	public GroupChatSettings toSettings() {
		return GroupChatSettings.defaults()
			.withMaxMessages(this.maxMessages)
			.withMaxMembers(this.maxMembers)
			.withMaxPayload(Sizes.bytes("maxPayload", this.maxPayload))
			.withTtl(this.ttl)
			.withIds(this.idWindow, this.idCount);
	}

}
