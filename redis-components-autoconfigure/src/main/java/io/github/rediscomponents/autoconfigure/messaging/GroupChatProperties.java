package io.github.rediscomponents.autoconfigure.messaging;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

import io.github.rediscomponents.messaging.GroupChatSettings;

/**
 * Properties of the group chats.
 */
@ConfigurationProperties(prefix = GroupChatProperties.PREFIX, ignoreUnknownFields = false)
public class GroupChatProperties {

	static final String PREFIX = "redis-components.group-chat";

	/**
	 * Whether to provide group chats.
	 */
	private boolean enabled = true;

	/**
	 * Most messages that a chat keeps for members who have not read them.
	 */
	private int maxMessages = 10_000;

	/**
	 * Most members of a chat.
	 */
	private int maxMembers = 1000;

	/**
	 * Largest body of a message.
	 */
	private DataSize maxPayload = DataSize.ofKilobytes(64);

	/**
	 * Time after which an unused chat is forgotten; never if not set.
	 */
	private @Nullable Duration ttl;

	/**
	 * Time after the last message of a chat for which its message ids are remembered.
	 */
	private Duration idWindow = Duration.ofMinutes(10);

	/**
	 * Number of message ids that a chat remembers.
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

	public int getMaxMembers() {
		return this.maxMembers;
	}

	public void setMaxMembers(int maxMembers) {
		this.maxMembers = maxMembers;
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

	GroupChatSettings toSettings() {
		return new GroupChatSettings(this.maxMessages, this.maxMembers, PayloadLimit.bytes(this.maxPayload), this.ttl,
				this.idWindow, this.idCount);
	}

}
