// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.acl;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs as the default user, also where the tests around it run as another one.
 */
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@Inherited
public @interface AsDefaultUser {

	/** The first call of each script tries the rights of other users. */
	String COUNTS = "counts commands";

	/**
	 * Returns why.
	 */
	String value();

}
