// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web.outage;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.stereotype.Component;

/**
 * Limits the delay between reconnect attempts to Redis to one second. The default of
 * Lettuce grows to half a minute.
 */
@Component
class QuickReconnect implements ClientResourcesBuilderCustomizer {

	private static final Duration LONGEST = Duration.ofSeconds(1);

	@Override
	public void customize(ClientResources.Builder builder) {
		builder.reconnectDelay(Delay.exponential(Duration.ZERO, LONGEST, 2, TimeUnit.MILLISECONDS));
	}

}
