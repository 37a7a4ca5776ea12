package io.github.rediscomponents.autoconfigure.autocomplete;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autocomplete.RecentListSettings;

/**
 * Properties of recent lists.
 */
@ConfigurationProperties(prefix = RecentListProperties.PREFIX, ignoreUnknownFields = false)
public class RecentListProperties {

	static final String PREFIX = "redis-components.recent-list";

	/**
	 * Whether to provide recent lists.
	 */
	private boolean enabled = true;

	/**
	 * Recent lists by name; each becomes a bean whose name ends with RecentList.
	 */
	private Map<String, RecentListEntryProperties> lists = new LinkedHashMap<>();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public Map<String, RecentListEntryProperties> getLists() {
		return this.lists;
	}

	public void setLists(Map<String, RecentListEntryProperties> lists) {
		this.lists = lists;
	}

	Map<String, RecentListSettings> toSettings() {
		Map<String, RecentListSettings> converted = new LinkedHashMap<>();
		this.lists.forEach((name, properties) -> {
			if (name.length() > 200 || name.indexOf(':') >= 0) {
				throw new InvalidPropertyException(PREFIX + ".lists." + name,
						"must have a name of at most 200 characters without a colon");
			}
			converted.put(name, PropertySettings.checked(PREFIX + ".lists." + name, properties::toSettings));
		});
		return Map.copyOf(converted);
	}

}
