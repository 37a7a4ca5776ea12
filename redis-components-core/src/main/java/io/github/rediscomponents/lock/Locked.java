// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;

/**
 * Runs the method under a {@link DistributedLock} and releases it when the method has
 * ended; where it returns a {@link java.util.concurrent.CompletionStage}, when that has
 * completed; where a transaction was already running, when that has ended. A transaction
 * that the method itself begins by {@code @Transactional} is committed before the lock is
 * released.
 *
 * <p>
 * The lock's name is {@link #name()}, or {@code name:key} where there is a
 * {@link #key()}. Acquiring blocks the caller. A method that is called under a lock which
 * its own thread holds by this annotation runs under that lock, without sending anything.
 *
 * <p>
 * Works on methods of Spring beans that are called through the bean's proxy. A method for
 * which that is impossible (private, static, final; reactive) stops the start.
 *
 * @see LockedContext
 * @since 1.0.0
 */
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface Locked {

	/**
	 * Same as {@link #name()}.
	 * @return the fixed part of the lock's name
	 */
	@AliasFor("name")
	String value() default "";

	/**
	 * The fixed part of the lock's name. May hold <code>${placeholders}</code>.
	 * @return may be empty if there is a {@link #key()}
	 */
	@AliasFor("value")
	String name() default "";

	/**
	 * SpEL expressions for the part of the name that depends on the call, such as
	 * {@code #order.id}: parameters by name or as {@code #p0}, and {@code #root.method},
	 * {@code #root.methodName}, {@code #root.args}, {@code #root.target},
	 * {@code #root.targetClass}. Several expressions, or one whose value is a collection
	 * or an array, lock all of these names at once. A null or empty value is an
	 * {@link IllegalArgumentException} before anything is acquired.
	 * @return may be empty if there is a {@link #name()}
	 */
	String[] key() default {};

	/**
	 * Which kind of lock. Several keys are possible for {@link LockKind#PLAIN} only.
	 * @return any but {@link LockKind#PERMIT} and {@link LockKind#QUORUM}
	 */
	LockKind kind() default LockKind.PLAIN;

	/**
	 * The longest to wait, such as {@code 2s}; {@code 0s} does not wait. May be a
	 * <code>${placeholder}</code>.
	 * @return empty for {@code redis-components.annotations.wait-time}
	 */
	String waitTime() default "";

	/**
	 * For how long to hold the lock without renewal; see {@link LockOptions#lease()}.
	 * @return empty to renew until the method has ended
	 */
	String lease() default "";

	/**
	 * When renewal ends at the latest; see {@link LockOptions#maxHold()}.
	 * @return empty for without limit
	 */
	String maxHold() default "";

	/**
	 * Number of replicas that must acknowledge the lock; see
	 * {@link LockOptions#minReplicas()}.
	 * @return 0 for none
	 */
	int minReplicas() default 0;

	/**
	 * Returns the behaviour when the wait time has passed.
	 * @return by default the call throws {@link LockNotAcquiredException}
	 */
	OnTimeout onTimeout() default OnTimeout.THROW;

}
