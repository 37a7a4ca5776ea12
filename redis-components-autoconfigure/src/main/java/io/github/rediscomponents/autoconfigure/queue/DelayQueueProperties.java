package io.github.rediscomponents.autoconfigure.queue;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.queue.StreamQueueSettings;

/**
 * Properties of the delay queues.
 */
@ConfigurationProperties(prefix = DelayQueueProperties.PREFIX, ignoreUnknownFields = false)
public class DelayQueueProperties {

	static final String PREFIX = "redis-components.delay-queue";

	/**
	 * Whether to provide delay queues.
	 */
	private boolean enabled = true;

	/**
	 * What holds for every delay queue that does not say otherwise.
	 */
	@NestedConfigurationProperty
	private DelayQueueSettingsProperties defaults = new DelayQueueSettingsProperties();

	/**
	 * Queues by name; each becomes a bean whose name ends with DelayQueue.
	 */
	private Map<String, DelayQueueEntryProperties> queues = new LinkedHashMap<>();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public DelayQueueSettingsProperties getDefaults() {
		return this.defaults;
	}

	public void setDefaults(DelayQueueSettingsProperties defaults) {
		this.defaults = defaults;
	}

	public Map<String, DelayQueueEntryProperties> getQueues() {
		return this.queues;
	}

	public void setQueues(Map<String, DelayQueueEntryProperties> queues) {
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
