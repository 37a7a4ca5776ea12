// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an endpoint that changes data of all users: shops, vouchers, sales. Requires a
 * login of one of the {@link Managers}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ManagersOnly {

}
