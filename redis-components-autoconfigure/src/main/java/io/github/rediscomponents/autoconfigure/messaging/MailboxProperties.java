// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.messaging;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

import io.github.rediscomponents.Overflow;
import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.autoconfigure.refresh.Sizes;
import io.github.rediscomponents.messaging.MailboxSettings;

/**
 * Properties of the mailboxes.
 *
 * @param enabled Whether to provide mailboxes.
 * @param maxMessages Maximum number of messages that wait in a mailbox.
 * @param overflow Treatment of messages to a full mailbox.
 * @param maxPayload Largest body of a message.
 * @param ttl Time for which an unacknowledged message is kept; for ever if not set.
 * @param idWindow Time after the last message of a mailbox for which its message ids are
 * remembered.
 * @param idCount Number of message ids that a mailbox remembers.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = MailboxProperties.PREFIX, ignoreUnknownFields = false)
public record MailboxProperties(@DefaultValue("true") boolean enabled, @DefaultValue("10000") int maxMessages,
		@DefaultValue("reject") Overflow overflow, @DefaultValue("64KB") DataSize maxPayload, @Nullable Duration ttl,
		@DefaultValue("10m") Duration idWindow, @DefaultValue("1000") int idCount,
		@Nullable String server) implements ComponentProperties<MailboxSettings> {

	static final String PREFIX = "redis-components.mailbox";

	@Override
	public MailboxSettings toSettings() {
		return MailboxSettings.defaults()
			.withMaxMessages(this.maxMessages, this.overflow)
			.withMaxPayload(Sizes.bytes("maxPayload", this.maxPayload))
			.withTtl(this.ttl)
			.withIds(this.idWindow, this.idCount);
	}

}
