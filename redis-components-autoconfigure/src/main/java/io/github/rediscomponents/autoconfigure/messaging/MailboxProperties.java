package io.github.rediscomponents.autoconfigure.messaging;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

import io.github.rediscomponents.messaging.MailboxSettings;
import io.github.rediscomponents.messaging.WhenFull;

/**
 * Properties of the mailboxes.
 */
@ConfigurationProperties(prefix = MailboxProperties.PREFIX, ignoreUnknownFields = false)
public class MailboxProperties {

	static final String PREFIX = "redis-components.mailbox";

	/**
	 * Whether to provide mailboxes.
	 */
	private boolean enabled = true;

	/**
	 * Most messages that wait in a mailbox.
	 */
	private int maxMessages = 10_000;

	/**
	 * How a message is handled for which there is no room.
	 */
	private WhenFull whenFull = WhenFull.REFUSE;

	/**
	 * Largest body of a message.
	 */
	private DataSize maxPayload = DataSize.ofKilobytes(64);

	/**
	 * Time for which a message waits to be acknowledged; for ever if not set.
	 */
	private @Nullable Duration ttl;

	/**
	 * Time after the last message of a mailbox for which its message ids are remembered.
	 */
	private Duration idWindow = Duration.ofMinutes(10);

	/**
	 * Number of message ids that a mailbox remembers.
	 */
	private int idCount = 1000;

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public int getMaxMessages() {
		return this.maxMessages;
	}

	public void setMaxMessages(int maxMessages) {
		this.maxMessages = maxMessages;
	}

	public WhenFull getWhenFull() {
		return this.whenFull;
	}

	public void setWhenFull(WhenFull whenFull) {
		this.whenFull = whenFull;
	}

	public DataSize getMaxPayload() {
		return this.maxPayload;
	}

	public void setMaxPayload(DataSize maxPayload) {
		this.maxPayload = maxPayload;
	}

	public @Nullable Duration getTtl() {
		return this.ttl;
	}

	public void setTtl(@Nullable Duration ttl) {
		this.ttl = ttl;
	}

	public Duration getIdWindow() {
		return this.idWindow;
	}

	public void setIdWindow(Duration idWindow) {
		this.idWindow = idWindow;
	}

	public int getIdCount() {
		return this.idCount;
	}

	public void setIdCount(int idCount) {
		this.idCount = idCount;
	}

	MailboxSettings toSettings() {
		return new MailboxSettings(this.maxMessages, this.whenFull, PayloadLimit.bytes(this.maxPayload), this.ttl,
				this.idWindow, this.idCount);
	}

}
