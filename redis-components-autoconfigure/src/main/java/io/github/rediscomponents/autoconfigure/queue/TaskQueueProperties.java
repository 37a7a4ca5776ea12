package io.github.rediscomponents.autoconfigure.queue;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.queue.StreamQueueSettings;

/**
 * Properties of the task queues.
 */
@ConfigurationProperties(prefix = TaskQueueProperties.PREFIX, ignoreUnknownFields = false)
public class TaskQueueProperties {

	static final String PREFIX = "redis-components.task-queue";

	/**
	 * Whether to provide task queues.
	 */
	private boolean enabled = true;

	/**
	 * What holds for every task queue that does not say otherwise.
	 */
	@NestedConfigurationProperty
	private TaskQueueSettingsProperties defaults = new TaskQueueSettingsProperties();

	/**
	 * Queues by name; each becomes a bean whose name ends with TaskQueue.
	 */
	private Map<String, TaskQueueEntryProperties> queues = new LinkedHashMap<>();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public TaskQueueSettingsProperties getDefaults() {
		return this.defaults;
	}

	public void setDefaults(TaskQueueSettingsProperties defaults) {
		this.defaults = defaults;
	}

	public Map<String, TaskQueueEntryProperties> getQueues() {
		return this.queues;
	}

	public void setQueues(Map<String, TaskQueueEntryProperties> queues) {
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
