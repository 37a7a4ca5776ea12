package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;

import io.github.rediscomponents.support.Checks;

/**
 * Properties of what consumes queues.
 */
@ConfigurationProperties(prefix = QueueListenerProperties.PREFIX, ignoreUnknownFields = false)
public class QueueListenerProperties {

	static final String PREFIX = "redis-components.queue-listener";

	/**
	 * Whether methods with QueueListener work on messages.
	 */
	private boolean enabled = true;

	/**
	 * Longest time that the close of the application waits for running handlers, also for
	 * those that were subscribed by code.
	 */
	private Duration drainTimeout = Duration.ofSeconds(20);

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public Duration getDrainTimeout() {
		return this.drainTimeout;
	}

	public void setDrainTimeout(Duration drainTimeout) {
		this.drainTimeout = drainTimeout;
	}

	Duration toDrainTimeout() {
		return Checks.between("drainTimeout", this.drainTimeout, Duration.ZERO, Duration.ofDays(1));
	}

}
