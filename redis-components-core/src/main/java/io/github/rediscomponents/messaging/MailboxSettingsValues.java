// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Overflow;
import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link MailboxSettings}.
 */
record MailboxSettingsValues(int maxMessages, Overflow overflow, int maxPayload, @Nullable Duration ttl,
		Duration idWindow, int idCount) implements MailboxSettings {

	static final MailboxSettingsValues DEFAULTS = new MailboxSettingsValues(10_000, Overflow.REJECT, 64 * 1024, null,
			Duration.ofMinutes(10), 1000);

	MailboxSettingsValues {
		Checks.between("mailbox.max-messages", maxMessages, 1, 1_000_000);
		Checks.isTrue(Checks.notNull("mailbox.overflow", overflow) != Overflow.DROP_PENDING,
				"mailbox.overflow must be REJECT or DROP_OLDEST, was " + overflow);
		Payloads.checkLimit("mailbox.max-payload", maxPayload);
		if (ttl != null) {
			Checks.between("mailbox.ttl", ttl, Duration.ofSeconds(1), Duration.ofDays(3660));
		}
		Checks.between("mailbox.id-window", idWindow, Duration.ofSeconds(1), Duration.ofDays(30));
		Checks.between("mailbox.id-count", idCount, 1, 100_000);
	}

	@Override
	public MailboxSettings withMaxMessages(int other, Overflow full) {
		return new MailboxSettingsValues(other, full, this.maxPayload, this.ttl, this.idWindow, this.idCount);
	}

	@Override
	public MailboxSettings withMaxPayload(int other) {
		return new MailboxSettingsValues(this.maxMessages, this.overflow, other, this.ttl, this.idWindow, this.idCount);
	}

	@Override
	public MailboxSettings withTtl(@Nullable Duration other) {
		return new MailboxSettingsValues(this.maxMessages, this.overflow, this.maxPayload, other, this.idWindow,
				this.idCount);
	}

	@Override
	public MailboxSettings withIds(Duration window, int count) {
		return new MailboxSettingsValues(this.maxMessages, this.overflow, this.maxPayload, this.ttl, window, count);
	}

}
