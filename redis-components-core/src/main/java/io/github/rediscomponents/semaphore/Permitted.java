// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;

import io.github.rediscomponents.lock.OnTimeout;

/**
 * Runs the method with permits of a {@link DistributedSemaphore} and gives them back when
 * the method has ended or, where it returns a
 * {@link java.util.concurrent.CompletionStage}, when that has completed. Acquiring blocks
 * the caller.
 *
 * <p>
 * Works where {@link io.github.rediscomponents.lock.Locked} works. A method that is
 * called while its own thread holds a permit of the same semaphore takes further permits.
 *
 * @since 1.0.0
 */
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface Permitted {

	/**
	 * Same as {@link #name()}.
	 * @return the semaphore's name
	 */
	@AliasFor("name")
	String value() default "";

	/**
	 * The semaphore's name: one of those that the settings declare, unless there is a
	 * {@link #size()}. May hold <code>${placeholders}</code>.
	 * @return never empty
	 */
	@AliasFor("value")
	String name() default "";

	/**
	 * A SpEL expression as in {@link io.github.rediscomponents.lock.Locked#key()} for one
	 * semaphore per value, of the name {@code name:key}. Needs a {@link #size()}.
	 * @return empty for one semaphore
	 */
	String key() default "";

	/**
	 * How many permits the method takes.
	 * @return 1 to the semaphore's size
	 */
	int permits() default 1;

	/**
	 * How many permits the semaphore has, for one that the settings do not declare.
	 * @return 0 for a declared semaphore
	 */
	int size() default 0;

	/**
	 * Whether newcomers may not pass waiters. Only with a {@link #size()}.
	 * @return false by default
	 */
	boolean fair() default false;

	/**
	 * The longest to wait, such as {@code 2s}; {@code 0s} does not wait. May be a
	 * <code>${placeholder}</code>.
	 * @return empty for {@code redis-components.annotations.wait-time}
	 */
	String waitTime() default "";

	/**
	 * Returns the behaviour when the wait time has passed.
	 * @return by default the call throws {@link PermitNotAcquiredException}
	 */
	OnTimeout onTimeout() default OnTimeout.THROW;

}
