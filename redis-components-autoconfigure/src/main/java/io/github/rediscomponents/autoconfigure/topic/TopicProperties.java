package io.github.rediscomponents.autoconfigure.topic;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

import io.github.rediscomponents.queue.TopicSettings;

/**
 * Properties of the topics.
 */
@ConfigurationProperties(prefix = TopicProperties.PREFIX, ignoreUnknownFields = false)
public class TopicProperties {

	static final String PREFIX = "redis-components.topic";

	/**
	 * Whether to provide topics.
	 */
	private boolean enabled = true;

	/**
	 * Most messages that wait for the handler of a subscription.
	 */
	private int buffer = 1000;

	/**
	 * Largest message.
	 */
	private DataSize maxPayload = DataSize.ofKilobytes(64);

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public int getBuffer() {
		return this.buffer;
	}

	public void setBuffer(int buffer) {
		this.buffer = buffer;
	}

	public DataSize getMaxPayload() {
		return this.maxPayload;
	}

	public void setMaxPayload(DataSize maxPayload) {
		this.maxPayload = maxPayload;
	}

	TopicSettings toSettings() {
		long bytes = Math.max(0, Math.min(Integer.MAX_VALUE, this.maxPayload.toBytes()));
		return new TopicSettings(this.buffer, (int) bytes);
	}

}
