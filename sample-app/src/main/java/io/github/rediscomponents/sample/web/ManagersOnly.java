// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An endpoint that changes what all users see: shops, vouchers, sales. It needs a login
 * of one of the {@link Managers}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ManagersOnly {

}
