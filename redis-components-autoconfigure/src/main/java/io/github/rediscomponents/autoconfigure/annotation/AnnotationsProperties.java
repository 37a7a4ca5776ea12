package io.github.rediscomponents.autoconfigure.annotation;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.Ordered;

import io.github.rediscomponents.support.Checks;

/**
 * Properties of the annotations.
 */
@ConfigurationProperties(prefix = AnnotationsProperties.PREFIX, ignoreUnknownFields = false)
public class AnnotationsProperties {

	static final String PREFIX = "redis-components.annotations";

	/** Leaves room on both sides, and comes before transactions. */
	static final int ORDER = Ordered.LOWEST_PRECEDENCE - 1000;

	private static final Duration LONGEST = Duration.ofDays(36_500);

	/**
	 * Whether Locked, Permitted and RateLimited take effect on the methods of beans.
	 */
	private boolean enabled = true;

	/**
	 * Longest time to wait for a lock or a permit where the annotation does not say.
	 */
	private Duration waitTime = Duration.ofSeconds(10);

	/**
	 * Order of the first of the three interceptors among the advisors of a bean; must lie
	 * before that of transactions.
	 */
	private int order = ORDER;

	/**
	 * What happens at start when a bean calls an annotated method of its own, past its
	 * proxy.
	 */
	private SelfInvocation selfInvocation = SelfInvocation.FAIL;

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public Duration getWaitTime() {
		return this.waitTime;
	}

	public void setWaitTime(Duration waitTime) {
		this.waitTime = waitTime;
	}

	public int getOrder() {
		return this.order;
	}

	public void setOrder(int order) {
		this.order = order;
	}

	public SelfInvocation getSelfInvocation() {
		return this.selfInvocation;
	}

	public void setSelfInvocation(SelfInvocation selfInvocation) {
		this.selfInvocation = selfInvocation;
	}

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
