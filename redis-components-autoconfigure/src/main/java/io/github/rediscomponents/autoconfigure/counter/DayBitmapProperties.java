package io.github.rediscomponents.autoconfigure.counter;

import java.time.Duration;
import java.time.ZoneId;

import org.springframework.boot.context.properties.ConfigurationProperties;

import io.github.rediscomponents.counter.DayBitmapSettings;

/**
 * Properties of the day bitmaps.
 */
@ConfigurationProperties(prefix = DayBitmapProperties.PREFIX, ignoreUnknownFields = false)
public class DayBitmapProperties {

	static final String PREFIX = "redis-components.day-bitmap";

	/**
	 * Whether to provide day bitmaps.
	 */
	private boolean enabled = true;

	/**
	 * Zone in which a day begins and ends.
	 */
	private ZoneId zone = ZoneId.of("UTC");

	/**
	 * Number of months that a calendar of check-ins keeps.
	 */
	private int checkInMonths = 25;

	/**
	 * Time for which a day of active users is kept after its end.
	 */
	private Duration activeRetention = Duration.ofDays(400);

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

	public int getCheckInMonths() {
		return this.checkInMonths;
	}

	public void setCheckInMonths(int checkInMonths) {
		this.checkInMonths = checkInMonths;
	}

	public Duration getActiveRetention() {
		return this.activeRetention;
	}

	public void setActiveRetention(Duration activeRetention) {
		this.activeRetention = activeRetention;
	}

	DayBitmapSettings toSettings() {
		return new DayBitmapSettings(this.zone, this.checkInMonths, this.activeRetention);
	}

}
