// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Settings of {@link GroupChat}s. Immutable: each {@code with} method returns a changed
 * copy, and throws an {@link IllegalArgumentException} that names the property if a value
 * is out of its range.
 *
 * @since 1.0.0
 */
public sealed interface GroupChatSettings permits GroupChatSettingsValues {

	/**
	 * 10,000 messages of up to 64 KiB, 1000 members, no time limit; the ids of the last
	 * 1000 messages for ten minutes.
	 * @return the settings
	 */
	static GroupChatSettings defaults() {
		return GroupChatSettingsValues.DEFAULTS;
	}

	/**
	 * The most messages that a chat keeps for members that have not read them, 1 to
	 * 1,000,000; the oldest are dropped.
	 */
	int maxMessages();

	/** The most members of a chat, 1 to 10,000. */
	int maxMembers();

	/** The most bytes of a body, 1 to 16 MiB. */
	int maxPayload();

	/**
	 * After how long without a message, a join or an acknowledgement a chat is forgotten,
	 * 1 second to 3660 days; null for never.
	 */
	@Nullable Duration ttl();

	/**
	 * For how long after the last message of a chat its message ids are remembered, 1
	 * second to 30 days.
	 */
	Duration idWindow();

	/** How many message ids a chat remembers, 1 to 100,000. */
	int idCount();

	GroupChatSettings withMaxMessages(int maxMessages);

	GroupChatSettings withMaxMembers(int maxMembers);

	GroupChatSettings withMaxPayload(int maxPayload);

	GroupChatSettings withTtl(@Nullable Duration ttl);

	GroupChatSettings withIds(Duration window, int count);

}
