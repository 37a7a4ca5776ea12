// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Conditional;

/**
 * Matches while a property is on. Takes each word that Spring converts to true or false,
 * such as {@code yes} or {@code off}, because the same property is bound too. A condition
 * of Spring Boot takes {@code true} only.
 *
 * @since 1.0.0
 */
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(OnSwitch.class)
public @interface ConditionalOnSwitch {

	/**
	 * The property.
	 * @return such as {@code redis-components.enabled}
	 */
	String value();

	/**
	 * Whether it is on while it is not set.
	 * @return true unless something else is written
	 */
	boolean matchIfMissing() default true;

}
