// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.acl;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Uses components of other rooms too, so that with {@value TestUsers#PROPERTY} it runs as
 * a user with the rights of all rooms.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
public @interface OfSeveralRooms {

}
