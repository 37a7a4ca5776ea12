// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.time.Duration;
import java.util.stream.Stream;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.Ordered;

import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.support.Checks;

/**
 * Properties of the annotations.
 *
 * @param enabled Whether Locked, Permitted, RateLimited and CacheableBatch take effect on
 * the methods of beans.
 * @param waitTime Longest time to wait for a lock or a permit if the annotation sets
 * none.
 * @param order Order of the annotations' interceptors among the advisors of a bean. Must
 * precede the order of transactions.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = AnnotationsProperties.PREFIX, ignoreUnknownFields = false)
public record AnnotationsProperties(@DefaultValue("true") boolean enabled, @DefaultValue("10s") Duration waitTime,
		@DefaultValue("" + AnnotationsProperties.ORDER) int order) implements ComponentProperties<Duration> {

	static final String PREFIX = "redis-components.annotations";

	/** Leaves room on both sides and precedes transactions. */
	static final int ORDER = Ordered.LOWEST_PRECEDENCE - 1000;

	private static final Duration LONGEST = Duration.ofDays(36_500);

	@Override
	public Duration toSettings() {
		return Checks.between("waitTime", this.waitTime, Duration.ZERO, LONGEST);
	}

	@Override
	public Stream<String> restartOnly() {
		return Stream.of("order");
	}

}
