package io.github.rediscomponents.autoconfigure.ratelimit;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.ratelimit.RateLimitSettings;
import io.github.rediscomponents.ratelimit.RatePolicy;

/**
 * Properties of the {@code RateLimiter}.
 */
@ConfigurationProperties(prefix = RateLimitProperties.PREFIX, ignoreUnknownFields = false)
public class RateLimitProperties {

	static final String PREFIX = "redis-components.rate-limit";

	/**
	 * Whether to provide a RateLimiter.
	 */
	private boolean enabled = true;

	/**
	 * Policies by name.
	 */
	private Map<String, PolicyProperties> policies = new LinkedHashMap<>();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public Map<String, PolicyProperties> getPolicies() {
		return this.policies;
	}

	public void setPolicies(Map<String, PolicyProperties> policies) {
		this.policies = policies;
	}

	RateLimitSettings toSettings() {
		Map<String, RatePolicy> converted = new LinkedHashMap<>();
		this.policies.forEach((name, properties) -> {
			String prefix = PREFIX + ".policies." + name;
			converted.put(name, PropertySettings.checked(prefix, () -> properties.toPolicy(name, prefix)));
		});
		return new RateLimitSettings(converted);
	}

}
