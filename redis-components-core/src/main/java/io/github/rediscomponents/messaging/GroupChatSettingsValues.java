// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link GroupChatSettings}.
 */
record GroupChatSettingsValues(int maxMessages, int maxMembers, int maxPayload, @Nullable Duration ttl,
		Duration idWindow, int idCount) implements GroupChatSettings {

	static final GroupChatSettingsValues DEFAULTS = new GroupChatSettingsValues(10_000, 1000, 64 * 1024, null,
			Duration.ofMinutes(10), 1000);

	GroupChatSettingsValues {
		Checks.between("group-chat.max-messages", maxMessages, 1, 1_000_000);
		Checks.between("group-chat.max-members", maxMembers, 1, 10_000);
		Payloads.checkLimit("group-chat.max-payload", maxPayload);
		if (ttl != null) {
			Checks.between("group-chat.ttl", ttl, Duration.ofSeconds(1), Duration.ofDays(3660));
		}
		Checks.between("group-chat.id-window", idWindow, Duration.ofSeconds(1), Duration.ofDays(30));
		Checks.between("group-chat.id-count", idCount, 1, 100_000);
	}

	@Override
	public GroupChatSettings withMaxMessages(int other) {
		return new GroupChatSettingsValues(other, this.maxMembers, this.maxPayload, this.ttl, this.idWindow,
				this.idCount);
	}

	@Override
	public GroupChatSettings withMaxMembers(int other) {
		return new GroupChatSettingsValues(this.maxMessages, other, this.maxPayload, this.ttl, this.idWindow,
				this.idCount);
	}

	@Override
	public GroupChatSettings withMaxPayload(int other) {
		return new GroupChatSettingsValues(this.maxMessages, this.maxMembers, other, this.ttl, this.idWindow,
				this.idCount);
	}

	@Override
	public GroupChatSettings withTtl(@Nullable Duration other) {
		return new GroupChatSettingsValues(this.maxMessages, this.maxMembers, this.maxPayload, other, this.idWindow,
				this.idCount);
	}

	@Override
	public GroupChatSettings withIds(Duration window, int count) {
		return new GroupChatSettingsValues(this.maxMessages, this.maxMembers, this.maxPayload, this.ttl, window, count);
	}

}
