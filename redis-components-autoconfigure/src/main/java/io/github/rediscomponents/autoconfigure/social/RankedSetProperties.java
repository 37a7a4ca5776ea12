package io.github.rediscomponents.autoconfigure.social;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.social.RankedSetSettings;

/**
 * Properties of likes and ranked sets.
 */
@ConfigurationProperties(prefix = RankedSetProperties.PREFIX, ignoreUnknownFields = false)
public class RankedSetProperties {

	static final String PREFIX = "redis-components.ranked-set";

	/**
	 * Whether to provide likes and ranked sets.
	 */
	private boolean enabled = true;

	/**
	 * Ranked sets by name; each becomes a bean whose name ends with RankedSet.
	 */
	private Map<String, RankedSetEntryProperties> sets = new LinkedHashMap<>();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public Map<String, RankedSetEntryProperties> getSets() {
		return this.sets;
	}

	public void setSets(Map<String, RankedSetEntryProperties> sets) {
		this.sets = sets;
	}

	Map<String, RankedSetSettings> toSettings() {
		Map<String, RankedSetSettings> converted = new LinkedHashMap<>();
		this.sets.forEach((name, properties) -> converted.put(name,
				PropertySettings.checked(PREFIX + ".sets." + name, properties::toSettings)));
		return Map.copyOf(converted);
	}

}
