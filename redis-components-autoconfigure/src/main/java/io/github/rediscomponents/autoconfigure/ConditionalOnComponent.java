// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Conditional;

/**
 * Matches unless the component is disabled or the application defines a bean of the type
 * that the method returns.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(OnComponent.class)
@interface ConditionalOnComponent {

	/**
	 * The name of the properties below {@code redis-components}.
	 * @return such as {@code cache}
	 */
	String value();

}
