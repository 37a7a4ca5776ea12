package io.github.rediscomponents.autoconfigure.autocomplete;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.autoconfigure.TypedDeclaration;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;

/**
 * Properties of the prefix indexes.
 */
@ConfigurationProperties(prefix = PrefixIndexProperties.PREFIX, ignoreUnknownFields = false)
public class PrefixIndexProperties {

	static final String PREFIX = "redis-components.prefix-index";

	/**
	 * Whether to provide prefix indexes.
	 */
	private boolean enabled = true;

	/**
	 * Prefix indexes by name; each becomes a bean whose name ends with PrefixIndex.
	 */
	private Map<String, PrefixIndexEntryProperties> indexes = new LinkedHashMap<>();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public Map<String, PrefixIndexEntryProperties> getIndexes() {
		return this.indexes;
	}

	public void setIndexes(Map<String, PrefixIndexEntryProperties> indexes) {
		this.indexes = indexes;
	}

	Map<String, PrefixIndexSettings> toSettings() {
		Map<String, PrefixIndexSettings> converted = new LinkedHashMap<>();
		this.indexes.forEach((name, properties) -> {
			payload(name, properties);
			converted.put(name, PropertySettings.checked(PREFIX + ".indexes." + name, properties::toSettings));
		});
		return Map.copyOf(converted);
	}

	/**
	 * The class of an index's payloads, or null if only the injection point says it. A
	 * nested class may be written with a dot.
	 */
	static @Nullable Class<?> payload(String name, PrefixIndexEntryProperties properties) {
		String type = properties.getType();
		return (type != null) ? TypedDeclaration.type(PREFIX + ".indexes." + name, type) : null;
	}

}
