package io.github.rediscomponents.autoconfigure.topic;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.topic.TopicRegistrySettings;
import io.github.rediscomponents.topic.TopicSettings;

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

	/**
	 * Topics by name; each becomes a bean whose name ends with Topic.
	 */
	private Map<String, TopicEntryProperties> topics = new LinkedHashMap<>();

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

	public Map<String, TopicEntryProperties> getTopics() {
		return this.topics;
	}

	public void setTopics(Map<String, TopicEntryProperties> topics) {
		this.topics = topics;
	}

	TopicRegistrySettings toSettings() {
		TopicSettings common = new TopicSettings(this.buffer, bytes(this.maxPayload));
		Map<String, TopicSettings> converted = new LinkedHashMap<>();
		this.topics.forEach((name, properties) -> converted.put(name,
				PropertySettings.checked(PREFIX + ".topics." + name, () -> properties.toSettings(common))));
		return new TopicRegistrySettings(common, converted);
	}

	static int bytes(DataSize size) {
		return (int) Math.max(0, Math.min(Integer.MAX_VALUE, size.toBytes()));
	}

}
