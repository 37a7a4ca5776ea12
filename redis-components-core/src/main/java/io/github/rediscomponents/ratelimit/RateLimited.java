// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;

/**
 * Runs the method if a policy of the {@link RateLimiter} admits it; otherwise the call
 * throws {@link RateLimitedException}, a method that returns a
 * {@link java.util.concurrent.CompletionStage} returns one that failed with it. The
 * permits are charged before the method runs, even if it fails.
 *
 * <p>
 * Works on methods of Spring beans that are called through the bean's proxy. A method for
 * which that is impossible (private, static, final; reactive) stops the start.
 *
 * @since 1.0.0
 */
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface RateLimited {

	/**
	 * Same as {@link #policy()}.
	 * @return the policy's name
	 */
	@AliasFor("policy")
	String value() default "";

	/**
	 * Returns the name of a policy that the settings declare. May hold
	 * <code>${placeholders}</code>.
	 * @return never empty
	 */
	@AliasFor("value")
	String policy() default "";

	/**
	 * Returns a SpEL expression for the subject, such as {@code #phone}: parameters by
	 * name or as {@code #p0}, and {@code #root.method}, {@code #root.methodName},
	 * {@code #root.args}, {@code #root.target}, {@code #root.targetClass}. A null or
	 * empty value is an {@link IllegalArgumentException}; nothing is charged.
	 * @return empty for one subject that all calls share
	 */
	String key() default "";

	/**
	 * Returns a SpEL expression for the cost of the call, such as {@code #rows}.
	 * @return 1 by default
	 */
	String cost() default "1";

	/**
	 * Returns the longest to wait for the policy to admit the call, such as {@code 2s};
	 * see {@link PolicyLimiter#tryAcquire(String, long, java.time.Duration)}. May be a
	 * <code>${placeholder}</code>.
	 * @return empty to refuse at once
	 */
	String waitTime() default "";

}
