package io.github.rediscomponents.autoconfigure.session;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.session.OneTimeCodeSettings;

/**
 * Properties of one-time codes.
 */
@ConfigurationProperties(prefix = OneTimeCodeProperties.PREFIX, ignoreUnknownFields = false)
public class OneTimeCodeProperties {

	static final String PREFIX = "redis-components.one-time-code";

	/**
	 * Whether to provide one-time codes.
	 */
	private boolean enabled = true;

	/**
	 * What codes are for, by name; each becomes a bean whose name ends with OneTimeCodes.
	 */
	private Map<String, OneTimeCodePurposeProperties> purposes = new LinkedHashMap<>();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public Map<String, OneTimeCodePurposeProperties> getPurposes() {
		return this.purposes;
	}

	public void setPurposes(Map<String, OneTimeCodePurposeProperties> purposes) {
		this.purposes = purposes;
	}

	Map<String, OneTimeCodeSettings> toSettings() {
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
