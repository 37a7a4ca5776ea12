package io.github.rediscomponents.autoconfigure.limit;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.limit.LimitQueueSettings;

/**
 * Properties of the limit queues.
 */
@ConfigurationProperties(prefix = LimitQueueProperties.PREFIX, ignoreUnknownFields = false)
public class LimitQueueProperties {

	static final String PREFIX = "redis-components.limit-queue";

	/**
	 * Whether to provide limit queues.
	 */
	private boolean enabled = true;

	/**
	 * Limit queues by name; each becomes a bean whose name ends with LimitQueue.
	 */
	private Map<String, LimitQueueEntryProperties> queues = new LinkedHashMap<>();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public Map<String, LimitQueueEntryProperties> getQueues() {
		return this.queues;
	}

	public void setQueues(Map<String, LimitQueueEntryProperties> queues) {
		this.queues = queues;
	}

	Map<String, LimitQueueSettings> toSettings() {
		Map<String, LimitQueueSettings> converted = new LinkedHashMap<>();
		this.queues.forEach((name, properties) -> converted.put(name,
				PropertySettings.checked(PREFIX + ".queues." + name, properties::toSettings)));
		return Map.copyOf(converted);
	}

}
