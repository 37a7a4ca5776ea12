package io.github.rediscomponents.autoconfigure.autocomplete;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.autoconfigure.TypedDeclaration;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;

/**
 * Properties of the prefix indexes.
 *
 * @param enabled Whether to provide prefix indexes.
 * @param indexes Prefix indexes by name; each becomes a bean whose name ends with
 * PrefixIndex.
 */
@ConfigurationProperties(prefix = PrefixIndexProperties.PREFIX, ignoreUnknownFields = false)
public record PrefixIndexProperties(@DefaultValue("true") boolean enabled,
		@DefaultValue Map<String, PrefixIndexEntryProperties> indexes) {

	static final String PREFIX = "redis-components.prefix-index";

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
		String type = properties.type();
		return (type != null) ? TypedDeclaration.type(PREFIX + ".indexes." + name, type) : null;
	}

}
