package io.github.rediscomponents.autoconfigure.social;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.social.RankedSetSettings;

/**
 * Properties of likes and ranked sets.
 *
 * @param enabled Whether to provide likes and ranked sets.
 * @param sets Ranked sets by name; each becomes a bean whose name ends with RankedSet.
 */
@ConfigurationProperties(prefix = RankedSetProperties.PREFIX, ignoreUnknownFields = false)
public record RankedSetProperties(@DefaultValue("true") boolean enabled,
		@DefaultValue Map<String, RankedSetEntryProperties> sets) {

	static final String PREFIX = "redis-components.ranked-set";

	Map<String, RankedSetSettings> toSettings() {
		Map<String, RankedSetSettings> converted = new LinkedHashMap<>();
		this.sets.forEach((name, properties) -> converted.put(name,
				PropertySettings.checked(PREFIX + ".sets." + name, properties::toSettings)));
		return Map.copyOf(converted);
	}

}
