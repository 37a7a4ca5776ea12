package io.github.rediscomponents.autoconfigure.counter;

import java.time.Duration;
import java.time.ZoneId;

import org.springframework.boot.context.properties.ConfigurationProperties;

import io.github.rediscomponents.counter.UniqueCounterSettings;

/**
 * Properties of the unique counter.
 */
@ConfigurationProperties(prefix = UniqueCounterProperties.PREFIX, ignoreUnknownFields = false)
public class UniqueCounterProperties {

	static final String PREFIX = "redis-components.unique-counter";

	/**
	 * Whether to provide a unique counter.
	 */
	private boolean enabled = true;

	/**
	 * Zone in which a day begins and ends.
	 */
	private ZoneId zone = ZoneId.of("UTC");

	/**
	 * Number of members up to which a day is counted exactly.
	 */
	private int exactLimit = UniqueCounterSettings.MAX_EXACT;

	/**
	 * Time for which the count of a day is kept after its end.
	 */
	private Duration retention = Duration.ofDays(400);

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public ZoneId getZone() {
		return this.zone;
	}

	public void setZone(ZoneId zone) {
		this.zone = zone;
	}

	public int getExactLimit() {
		return this.exactLimit;
	}

	public void setExactLimit(int exactLimit) {
		this.exactLimit = exactLimit;
	}

	public Duration getRetention() {
		return this.retention;
	}

	public void setRetention(Duration retention) {
		this.retention = retention;
	}

	UniqueCounterSettings toSettings() {
		return new UniqueCounterSettings(this.zone, this.exactLimit, this.retention);
	}

}
