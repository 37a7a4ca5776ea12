package io.github.rediscomponents.autoconfigure.queue;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.queue.StreamQueueSettings;

/**
 * Properties of the stream queues.
 */
@ConfigurationProperties(prefix = StreamQueueProperties.PREFIX, ignoreUnknownFields = false)
public class StreamQueueProperties {

	static final String PREFIX = "redis-components.stream-queue";

	/**
	 * Whether to provide stream queues.
	 */
	private boolean enabled = true;

	/**
	 * What holds for every stream queue that does not say otherwise.
	 */
	@NestedConfigurationProperty
	private StreamQueueSettingsProperties defaults = new StreamQueueSettingsProperties();

	/**
	 * Queues by name; each becomes a bean whose name ends with StreamQueue.
	 */
	private Map<String, StreamQueueEntryProperties> queues = new LinkedHashMap<>();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public StreamQueueSettingsProperties getDefaults() {
		return this.defaults;
	}

	public void setDefaults(StreamQueueSettingsProperties defaults) {
		this.defaults = defaults;
	}

	public Map<String, StreamQueueEntryProperties> getQueues() {
		return this.queues;
	}

	public void setQueues(Map<String, StreamQueueEntryProperties> queues) {
		this.queues = queues;
	}

	Map<String, StreamQueueSettings> toSettings() {
		StreamQueueSettings common = PropertySettings.checked(PREFIX + ".defaults",
				() -> this.defaults.over(StreamQueueSettings.DEFAULTS));
		Map<String, StreamQueueSettings> converted = new LinkedHashMap<>();
		this.queues.forEach((name, properties) -> converted.put(name,
				PropertySettings.checked(PREFIX + ".queues." + name, () -> properties.over(common))));
		return Map.copyOf(converted);
	}

}
