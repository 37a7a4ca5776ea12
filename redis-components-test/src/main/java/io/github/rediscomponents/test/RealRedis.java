// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs the tests of a class against real servers that all tests of the JVM share.
 *
 * <p>
 * Parameters of constructors and of test and lifecycle methods may be of type
 * {@link RedisServer}, {@link RedisCluster}, {@link RedisReplication},
 * {@link RedisSentinel}, or {@link RedisDeployment}, which is that of
 * {@link #topology()}. Before each test method the shared servers are revived when an
 * earlier test left one paused or dead, and all their data is deleted. Tests of one JVM
 * must therefore not run in parallel.
 *
 * @since 1.0.0
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(RedisExtension.class)
public @interface RealRedis {

	/**
	 * Returns the topology of the shared servers that are started before the first test,
	 * and of parameters of type {@link RedisDeployment}.
	 * @return the topology
	 */
	RedisTopology topology() default RedisTopology.STANDALONE;

}
