// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.support.Checks;

/**
 * Properties of the consumers of queues.
 *
 * @param enabled Whether methods with QueueListener handle messages.
 * @param drainTimeout Longest time that the shutdown waits for running handlers,
 * including those subscribed by code.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = QueueListenerProperties.PREFIX, ignoreUnknownFields = false)
public record QueueListenerProperties(@DefaultValue("true") boolean enabled,
		@DefaultValue("20s") Duration drainTimeout) implements ComponentProperties<Duration> {

	static final String PREFIX = "redis-components.queue-listener";

	@Override
	public Duration toSettings() {
		return Checks.between("drainTimeout", this.drainTimeout, Duration.ZERO, Duration.ofDays(1));
	}

}
