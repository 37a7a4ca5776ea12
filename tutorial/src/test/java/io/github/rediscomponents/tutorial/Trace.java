// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The page on tutorials shows what this test sends: each command of the trace is sent in
 * the order of its lines, and has the reply that its line has.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Trace {

	/** The heading in English above the trace. */
	String value();

	/** Which of the traces below the heading. */
	int number() default 1;

}
