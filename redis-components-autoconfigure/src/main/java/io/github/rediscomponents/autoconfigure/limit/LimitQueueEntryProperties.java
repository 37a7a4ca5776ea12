// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.limit;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.TypedDeclaration;
import io.github.rediscomponents.limit.Dedupe;
import io.github.rediscomponents.limit.LimitQueueSettings;

/**
 * Properties of one limit queue.
 *
 * @param length Number of elements that the queue keeps.
 * @param dedupe Treatment of duplicates.
 * @param window Time in which a business key is admitted once.
 * @param ttl Time after which an unused queue is deleted; never if not set.
 * @param type Class of the elements; taken from the injection point if not set.
 * @param server Name of the Redis, one of redis-components.servers; that of the component
 * if not set.
 * @since 1.0.0
 */
public record LimitQueueEntryProperties(int length, @DefaultValue("none") Dedupe dedupe,
		@DefaultValue("1d") Duration window, @Nullable Duration ttl, @Nullable String type,
		@Nullable String server) implements TypedDeclaration {

	LimitQueueSettings toSettings() {
		return LimitQueueSettings.of(this.length)
			.withDedupe(this.dedupe)
			.withWindow(this.window)
			.withTtl(this.ttl)
			.withType((this.type != null) ? this.type : "java.lang.Object");
	}

}
