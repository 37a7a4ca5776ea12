// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.limit;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link LimitQueueSettings}.
 */
record LimitQueueSettingsValues(int length, Dedupe dedupe, Duration window, @Nullable Duration ttl,
		String type) implements LimitQueueSettings {

	LimitQueueSettingsValues {
		Checks.between("limit-queue.length", length, 1, MAX_LENGTH);
		Checks.notNull("limit-queue.dedupe", dedupe);
		Checks.between("limit-queue.window", window, Duration.ofMillis(1), Duration.ofDays(366));
		if (ttl != null) {
			Checks.between("limit-queue.ttl", ttl, Duration.ofSeconds(1), Duration.ofDays(3660));
		}
		Checks.hasText("limit-queue.type", type);
	}

	@Override
	public LimitQueueSettings withLength(int other) {
		return new LimitQueueSettingsValues(other, this.dedupe, this.window, this.ttl, this.type);
	}

	@Override
	public LimitQueueSettings withDedupe(Dedupe other) {
		return new LimitQueueSettingsValues(this.length, other, this.window, this.ttl, this.type);
	}

	@Override
	public LimitQueueSettings withWindow(Duration other) {
		return new LimitQueueSettingsValues(this.length, this.dedupe, other, this.ttl, this.type);
	}

	@Override
	public LimitQueueSettings withTtl(@Nullable Duration other) {
		return new LimitQueueSettingsValues(this.length, this.dedupe, this.window, other, this.type);
	}

	@Override
	public LimitQueueSettings withType(String other) {
		return new LimitQueueSettingsValues(this.length, this.dedupe, this.window, this.ttl, other);
	}

	@Override
	public Class<?> elementType(@Nullable ClassLoader loader) {
		try {
			return ClassUtils.forName(this.type, loader);
		}
		catch (ClassNotFoundException | LinkageError ex) {
			throw new IllegalArgumentException("limit-queue.type is not a class: " + this.type, ex);
		}
	}

}
