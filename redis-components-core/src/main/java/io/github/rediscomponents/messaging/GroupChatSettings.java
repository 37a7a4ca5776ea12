package io.github.rediscomponents.messaging;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;

/**
 * Settings of {@link GroupChat}s.
 *
 * @param maxMessages the most messages that a chat keeps for those who have not read
 * them, 1 to 1,000,000; the oldest are dropped
 * @param maxMembers the most members of a chat, 1 to 10,000
 * @param maxPayload the most bytes of a body, 1 to 16 MiB
 * @param ttl after how long without a message, a join or an acknowledgement a chat is
 * forgotten, 1 second to 3660 days; null for never
 * @param idWindow for how long after the last message of a chat its message ids are
 * remembered, 1 second to 30 days
 * @param idCount how many message ids a chat remembers, 1 to 100,000
 */
public record GroupChatSettings(int maxMessages, int maxMembers, int maxPayload, @Nullable Duration ttl,
		Duration idWindow, int idCount) {

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of its range; its message begins
	 * with {@code group-chat.} and the property's name
	 */
	public GroupChatSettings {
		Checks.between("group-chat.max-messages", maxMessages, 1, 1_000_000);
		Checks.between("group-chat.max-members", maxMembers, 1, 10_000);
		Payloads.checkLimit("group-chat.max-payload", maxPayload);
		if (ttl != null) {
			Checks.between("group-chat.ttl", ttl, Duration.ofSeconds(1), Duration.ofDays(3660));
		}
		Checks.between("group-chat.id-window", idWindow, Duration.ofSeconds(1), Duration.ofDays(30));
		Checks.between("group-chat.id-count", idCount, 1, 100_000);
	}

	/**
	 * 10,000 messages of up to 64 KiB, 1000 members, no time limit; the ids of the last
	 * 1000 messages for ten minutes.
	 * @return the settings
	 */
	public static GroupChatSettings defaults() {
		return new GroupChatSettings(10_000, 1000, 64 * 1024, null, Duration.ofMinutes(10), 1000);
	}

	public GroupChatSettings withMaxMessages(int other) {
		return new GroupChatSettings(other, this.maxMembers, this.maxPayload, this.ttl, this.idWindow, this.idCount);
	}

	public GroupChatSettings withMaxMembers(int other) {
		return new GroupChatSettings(this.maxMessages, other, this.maxPayload, this.ttl, this.idWindow, this.idCount);
	}

	public GroupChatSettings withMaxPayload(int other) {
		return new GroupChatSettings(this.maxMessages, this.maxMembers, other, this.ttl, this.idWindow, this.idCount);
	}

	public GroupChatSettings withTtl(@Nullable Duration other) {
		return new GroupChatSettings(this.maxMessages, this.maxMembers, this.maxPayload, other, this.idWindow,
				this.idCount);
	}

	public GroupChatSettings withIds(Duration window, int count) {
		return new GroupChatSettings(this.maxMessages, this.maxMembers, this.maxPayload, this.ttl, window, count);
	}

}
