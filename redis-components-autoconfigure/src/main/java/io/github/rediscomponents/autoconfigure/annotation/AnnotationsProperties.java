package io.github.rediscomponents.autoconfigure.annotation;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.Ordered;

import io.github.rediscomponents.support.Checks;

/**
 * Properties of the annotations.
 *
 * @param enabled Whether Locked, Permitted and RateLimited take effect on the methods of
 * beans.
 * @param waitTime Longest time to wait for a lock or a permit where the annotation does
 * not say.
 * @param order Order of the first of the three interceptors among the advisors of a bean;
 * must lie before that of transactions.
 * @param selfInvocation What happens at start when a bean calls an annotated method of
 * its own, past its proxy.
 */
@ConfigurationProperties(prefix = AnnotationsProperties.PREFIX, ignoreUnknownFields = false)
public record AnnotationsProperties(@DefaultValue("true") boolean enabled, @DefaultValue("10s") Duration waitTime,
		@DefaultValue("" + AnnotationsProperties.ORDER) int order,
		@DefaultValue("fail") SelfInvocation selfInvocation) {

	static final String PREFIX = "redis-components.annotations";

	/** Leaves room on both sides, and comes before transactions. */
	static final int ORDER = Ordered.LOWEST_PRECEDENCE - 1000;

	private static final Duration LONGEST = Duration.ofDays(36_500);

	Duration toWaitTime() {
		return Checks.between("waitTime", this.waitTime, Duration.ZERO, LONGEST);
	}

	/** What happens when a bean calls an annotated method of its own. */
	public enum SelfInvocation {

		/** The application does not start. */
		FAIL,

		/** It is logged. */
		WARN,

		/** Nobody looks. */
		IGNORE

	}

}
