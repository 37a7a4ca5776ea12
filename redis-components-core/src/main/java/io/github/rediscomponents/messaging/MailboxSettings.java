package io.github.rediscomponents.messaging;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;

/**
 * Settings of {@link Mailbox}es.
 *
 * @param maxMessages the most messages that wait in a mailbox, 1 to 1,000,000
 * @param whenFull what is done about more
 * @param maxPayload the most bytes of a body, 1 to 16 MiB
 * @param ttl how long a message waits to be acknowledged before it is dropped, 1 second
 * to 3660 days; null for ever
 * @param idWindow for how long after the last message of a mailbox its message ids are
 * remembered, 1 second to 30 days
 * @param idCount how many message ids a mailbox remembers, 1 to 100,000
 */
public record MailboxSettings(int maxMessages, WhenFull whenFull, int maxPayload, @Nullable Duration ttl,
		Duration idWindow, int idCount) {

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of its range; its message begins
	 * with {@code mailbox.} and the property's name
	 */
	public MailboxSettings {
		Checks.between("mailbox.max-messages", maxMessages, 1, 1_000_000);
		Checks.notNull("mailbox.when-full", whenFull);
		Payloads.checkLimit("mailbox.max-payload", maxPayload);
		if (ttl != null) {
			Checks.between("mailbox.ttl", ttl, Duration.ofSeconds(1), Duration.ofDays(3660));
		}
		Checks.between("mailbox.id-window", idWindow, Duration.ofSeconds(1), Duration.ofDays(30));
		Checks.between("mailbox.id-count", idCount, 1, 100_000);
	}

	/**
	 * 10,000 messages of up to 64 KiB without a time limit, more are refused; the ids of
	 * the last 1000 messages for ten minutes.
	 * @return the settings
	 */
	public static MailboxSettings defaults() {
		return new MailboxSettings(10_000, WhenFull.REFUSE, 64 * 1024, null, Duration.ofMinutes(10), 1000);
	}

	public MailboxSettings withMaxMessages(int other, WhenFull full) {
		return new MailboxSettings(other, full, this.maxPayload, this.ttl, this.idWindow, this.idCount);
	}

	public MailboxSettings withMaxPayload(int other) {
		return new MailboxSettings(this.maxMessages, this.whenFull, other, this.ttl, this.idWindow, this.idCount);
	}

	public MailboxSettings withTtl(@Nullable Duration other) {
		return new MailboxSettings(this.maxMessages, this.whenFull, this.maxPayload, other, this.idWindow,
				this.idCount);
	}

	public MailboxSettings withIds(Duration window, int count) {
		return new MailboxSettings(this.maxMessages, this.whenFull, this.maxPayload, this.ttl, window, count);
	}

}
