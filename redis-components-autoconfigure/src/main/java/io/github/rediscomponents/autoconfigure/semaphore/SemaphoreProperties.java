package io.github.rediscomponents.autoconfigure.semaphore;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.lock.SemaphoreOptions;
import io.github.rediscomponents.lock.SemaphoreSettings;

/**
 * Properties of the {@code DistributedSemaphore}.
 */
@ConfigurationProperties(prefix = SemaphoreProperties.PREFIX, ignoreUnknownFields = false)
public class SemaphoreProperties {

	static final String PREFIX = "redis-components.semaphore";

	/**
	 * Whether to provide a DistributedSemaphore.
	 */
	private boolean enabled = true;

	/**
	 * Time after which a permit whose holder died comes back; a living holder renews it
	 * every third of that time.
	 */
	private Duration lease = Duration.ofSeconds(30);

	/**
	 * Longest time that a waiter sleeps before it asks again, should the message that
	 * wakes it be lost.
	 */
	private Duration pollBound = Duration.ofMillis(500);

	/**
	 * Fraction of a lease that is given up for clocks that run at different speeds.
	 */
	private double driftMargin = 0.01;

	/**
	 * Semaphores by name.
	 */
	private Map<String, SemaphoreEntryProperties> semaphores = new LinkedHashMap<>();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public Duration getLease() {
		return this.lease;
	}

	public void setLease(Duration lease) {
		this.lease = lease;
	}

	public Duration getPollBound() {
		return this.pollBound;
	}

	public void setPollBound(Duration pollBound) {
		this.pollBound = pollBound;
	}

	public double getDriftMargin() {
		return this.driftMargin;
	}

	public void setDriftMargin(double driftMargin) {
		this.driftMargin = driftMargin;
	}

	public Map<String, SemaphoreEntryProperties> getSemaphores() {
		return this.semaphores;
	}

	public void setSemaphores(Map<String, SemaphoreEntryProperties> semaphores) {
		this.semaphores = semaphores;
	}

	SemaphoreSettings toSettings() {
		Map<String, SemaphoreOptions> converted = new LinkedHashMap<>();
		this.semaphores.forEach((name, properties) -> converted.put(name,
				PropertySettings.checked(PREFIX + ".semaphores." + name, properties::toOptions)));
		return new SemaphoreSettings(this.lease, this.pollBound, this.driftMargin, converted);
	}

}
