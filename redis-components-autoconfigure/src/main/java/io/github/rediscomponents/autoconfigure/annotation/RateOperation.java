// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.time.Duration;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.StringValueResolver;

import io.github.rediscomponents.ratelimit.RateLimited;
import io.github.rediscomponents.ratelimit.RateLimiter;

/**
 * The permits that {@link RateLimited} specifies for one method.
 *
 * @param policy name of the policy
 * @param key expression of the subject, null for one subject that all calls share
 * @param cost expression of the permits that a call takes
 * @param waitTime longest time to wait, null to refuse immediately
 */
record RateOperation(String policy, @Nullable KeyExpression key, KeyExpression cost, @Nullable Duration waitTime) {

	/** The subject of annotations without a key. */
	private static final String SHARED = "*";

	String subject(MethodInvocation call) {
		return (this.key != null) ? this.key.text(call) : SHARED;
	}

	/** Reads {@link RateLimited}. */
	static final class Source extends OperationSource<RateLimited, RateOperation> {

		Source(StringValueResolver resolver) {
			super(RateLimited.class, resolver);
		}

		@Override
		RateOperation parse(RateLimited annotation, AnnotatedMethod on) {
			String policy = on.text("policy", annotation.policy());
			on.check(!policy.isEmpty(), "must have a policy");
			Duration waitTime = on.duration("waitTime", annotation.waitTime());
			on.check(waitTime == null || !waitTime.isNegative(), "waitTime must not be negative, was " + waitTime);
			return new RateOperation(policy, on.expressionIfAny("key", annotation.key()),
					on.expression("cost", annotation.cost()), waitTime);
		}

		@Override
		void check(RateOperation operation, BeanFactory beans) {
			beans.getBeanProvider(RateLimiter.class).getObject().policy(operation.policy());
		}

	}

}
