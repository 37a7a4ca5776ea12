// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;

/**
 * Has a method of a Spring bean work on the messages of a declared queue, from when the
 * application has started until it stops.
 *
 * <p>
 * The method returns {@code void} and takes the message, its {@link Delivery}, or both in
 * any order. The type of the message is that of the parameter, generic ones included; if
 * the queue declares its type, the parameter must be that or a type above it.
 *
 * <p>
 * A message is acknowledged when the method returns; delivered again after the back-off
 * of the queue when it throws, up to the queue's number of attempts; and a dead letter at
 * once when it throws {@link DeadLetterException}. A {@link QueueErrorHandler} can decide
 * otherwise. The method is called through the bean's proxy, so that a transaction ends
 * before the acknowledgement. A message may come again although the method returned, see
 * {@link MessageHandler}.
 *
 * <p>
 * The attributes may hold <code>${placeholders}</code>. A method for which this is
 * impossible (private, static; other parameters; a queue that is not declared) stops the
 * start.
 *
 * @since 1.0.0
 */
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface QueueListener {

	/**
	 * Same as {@link #queue()}.
	 * @return the queue's name
	 */
	@AliasFor("queue")
	String value() default "";

	/**
	 * The name of a declared queue.
	 * @return never empty
	 */
	@AliasFor("value")
	String queue() default "";

	/**
	 * Which kind of queue, where queues of several kinds have that name.
	 * @return any kind by default
	 */
	QueueKind kind() default QueueKind.ANY;

	/**
	 * The group of consumers, of a stream queue.
	 * @return empty for the queue's own
	 */
	String group() default "";

	/**
	 * How many messages are worked on at once in this process.
	 * @return 1 to 1000
	 */
	String concurrency() default "1";

	/**
	 * How many messages more are held ready at most: as many as the method finishes
	 * within 100 milliseconds.
	 * @return 0 to 10,000; empty for as many as are worked on at once, 10 at least
	 */
	String prefetch() default "";

	/**
	 * The name of a {@link QueueErrorHandler} bean.
	 * @return empty for the only one that there is, or the primary one, if any
	 */
	String errorHandler() default "";

}
