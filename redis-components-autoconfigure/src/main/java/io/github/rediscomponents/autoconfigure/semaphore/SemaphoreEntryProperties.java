// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.semaphore;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.lock.OnUnavailable;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.support.Checks;

/**
 * Properties of one semaphore.
 *
 * @param permits Number of permits.
 * @param fair Whether permits are granted in the order of the requests.
 * @param lease Time for which a permit is held without renewal; renewed until released if
 * not set.
 * @param onUnavailable Behaviour of waiting for a permit when Redis does not answer in
 * time.
 * @param server Name of the Redis, one of redis-components.servers; that of the component
 * if not set.
 * @since 1.0.0
 */
public record SemaphoreEntryProperties(@Nullable Integer permits, boolean fair, @Nullable Duration lease,
		@DefaultValue("fail") OnUnavailable onUnavailable, @Nullable String server) {

	SemaphoreOptions toOptions() {
		return new SemaphoreOptions(Checks.notNull("permits", this.permits), this.fair, this.lease, this.onUnavailable);
	}

}
