// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Overflow;

/**
 * Settings of {@link Mailbox}es. Immutable: each {@code with} method returns a changed
 * copy, and throws an {@link IllegalArgumentException} that names the property if a value
 * is out of its range.
 *
 * @since 1.0.0
 */
public sealed interface MailboxSettings permits MailboxSettingsValues {

	/**
	 * 10,000 messages of up to 64 KiB without a time limit, more are rejected; the ids of
	 * the last 1000 messages for ten minutes.
	 * @return the settings
	 */
	static MailboxSettings defaults() {
		return MailboxSettingsValues.DEFAULTS;
	}

	/** The most messages that wait in a mailbox, 1 to 1,000,000. */
	int maxMessages();

	/**
	 * The handling of a message to a full mailbox, {@code REJECT} or {@code DROP_OLDEST}.
	 */
	Overflow overflow();

	/** The most bytes of a body, 1 to 16 MiB. */
	int maxPayload();

	/**
	 * How long a message waits to be acknowledged before it is dropped, 1 second to 3660
	 * days; null for ever.
	 */
	@Nullable Duration ttl();

	/**
	 * For how long after the last message of a mailbox its message ids are remembered, 1
	 * second to 30 days.
	 */
	Duration idWindow();

	/** How many message ids a mailbox remembers, 1 to 100,000. */
	int idCount();

	MailboxSettings withMaxMessages(int other, Overflow overflow);

	MailboxSettings withMaxPayload(int maxPayload);

	MailboxSettings withTtl(@Nullable Duration ttl);

	MailboxSettings withIds(Duration window, int count);

}
