// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.session;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.session.OneTimeCodeSettings;

/**
 * Properties of one-time codes.
 *
 * @param enabled Whether to provide one-time codes.
 * @param purposes What codes are for, by name; each becomes a bean whose name ends with
 * OneTimeCodes.
 * @since 0.1.0
 */
@ConfigurationProperties(prefix = OneTimeCodeProperties.PREFIX, ignoreUnknownFields = false)
public record OneTimeCodeProperties(@DefaultValue("true") boolean enabled,
		@DefaultValue Map<String, OneTimeCodePurposeProperties> purposes)
		implements
			ComponentProperties<Map<String, OneTimeCodeSettings>> {

	static final String PREFIX = "redis-components.one-time-code";

	@Override
	public Map<String, OneTimeCodeSettings> toSettings() {
		Map<String, OneTimeCodeSettings> converted = new LinkedHashMap<>();
		this.purposes.forEach((name, properties) -> {
			if (name.length() > 200 || name.indexOf(':') >= 0) {
				throw new InvalidPropertyException(PREFIX + ".purposes." + name,
						"must have a name of at most 200 characters without a colon");
			}
			converted.put(name, PropertySettings.checked(PREFIX + ".purposes." + name, properties::toSettings));
		});
		return Map.copyOf(converted);
	}

}
