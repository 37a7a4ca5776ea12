// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.limit;

import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.TypedDeclaration;
import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.limit.LimitQueueSettings;

/**
 * Properties of the limit queues.
 *
 * @param enabled Whether to provide limit queues.
 * @param queues Limit queues by name; each becomes a bean whose name ends with
 * LimitQueue.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = LimitQueueProperties.PREFIX, ignoreUnknownFields = false)
public record LimitQueueProperties(@DefaultValue("true") boolean enabled,
		@DefaultValue Map<String, LimitQueueEntryProperties> queues,
		@Nullable String server) implements ComponentProperties<Map<String, LimitQueueSettings>> {

	static final String PREFIX = "redis-components.limit-queue";

	@Override
	public void check(BeanFactory beans) {
		TypedDeclaration.check(PREFIX + ".queues", this.queues, beans);
	}

	@Override
	public Map<String, LimitQueueSettings> toSettings() {
		return PropertySettings.checkedAll(PREFIX + ".queues", this.queues, LimitQueueEntryProperties::toSettings);
	}

	@Override
	public Stream<String> restartOnly() {
		return this.queues.keySet().stream().map((name) -> "queues." + name + ".type");
	}

}
