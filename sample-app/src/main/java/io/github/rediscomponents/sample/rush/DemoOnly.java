// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Profile;

/**
 * Marks a bean of the demo, that is of the application without a profile or with the
 * profile {@code demo}.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Profile("default | demo")
@interface DemoOnly {

}
