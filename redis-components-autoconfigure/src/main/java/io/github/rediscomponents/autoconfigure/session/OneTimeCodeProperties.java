// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.session;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.session.OneTimeCodeSettings;

/**
 * Properties of one-time codes.
 *
 * @param enabled Whether to provide one-time codes.
 * @param purposes Purposes of codes by name; each becomes a bean whose name ends with
 * OneTimeCodes.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = OneTimeCodeProperties.PREFIX, ignoreUnknownFields = false)
public record OneTimeCodeProperties(@DefaultValue("true") boolean enabled,
		@DefaultValue Map<String, OneTimeCodePurposeProperties> purposes,
		@Nullable String server) implements ComponentProperties<Map<String, OneTimeCodeSettings>> {

	static final String PREFIX = "redis-components.one-time-code";

	@Override
	public Map<String, OneTimeCodeSettings> toSettings() {
		PropertySettings.checkNames(PREFIX + ".purposes", this.purposes.keySet());
		return PropertySettings.checkedAll(PREFIX + ".purposes", this.purposes,
				OneTimeCodePurposeProperties::toSettings);
	}

}
