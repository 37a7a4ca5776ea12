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
 * What {@link RateLimited} asks for on one method.
 *
 * @param policy the policy's name
 * @param key the subject, null for one that all calls share
 * @param cost what a call costs
 * @param waitTime the longest to wait, null to refuse at once
 */
record RateOperation(String policy, @Nullable KeyExpression key, KeyExpression cost, @Nullable Duration waitTime) {

	/** The subject of policies that know no other. */
	private static final String EVERYBODY = "*";

	String subject(MethodInvocation call) {
		return (this.key != null) ? this.key.text(call) : EVERYBODY;
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
