// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.core.annotation.AliasFor;

/**
 * Matches unless the {@code enabled} property of a component is false.
 */
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@ConditionalOnBooleanProperty(prefix = "redis-components", matchIfMissing = true)
@interface ConditionalOnComponent {

	/**
	 * The property below {@code redis-components}.
	 * @return such as {@code cache.enabled}
	 */
	@AliasFor(annotation = ConditionalOnBooleanProperty.class, attribute = "name")
	String[] value();

}
