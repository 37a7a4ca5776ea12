// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.test.RedisTopology;

/**
 * Runs the tests of a class on a single server and on a cluster. The constructor takes
 * the {@link RedisTopology}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ParameterizedClass(name = "{0}")
@EnumSource(value = RedisTopology.class, names = { "STANDALONE", "CLUSTER" })
public @interface StandaloneAndCluster {

}
