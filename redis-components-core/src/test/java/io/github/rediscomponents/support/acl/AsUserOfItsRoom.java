// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.acl;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs the tests of a contract on a single server as a user that has the documented
 * rights of the room, and no others. On other topologies they run as the default user.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
public @interface AsUserOfItsRoom {

}
