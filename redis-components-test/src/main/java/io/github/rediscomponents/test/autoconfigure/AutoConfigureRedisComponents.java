// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import io.github.rediscomponents.test.RealRedis;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * Connects a Spring Boot test to the real Redis that all tests of the JVM share, and
 * imports the auto-configuration of the components. With {@code @SpringBootTest} the test
 * has the whole application; with {@code @SpringBootTest(classes = ...)} and classes that
 * do not enable the auto-configuration it has these and the components, which is a slice.
 *
 * <pre>{@code
 * &#64;SpringBootTest(classes = Visits.class)

 * &#64;AutoConfigureRedisComponents
 * class VisitsTests {
 *
 *
&#64;Test
 *     void countsVisits(@Autowired Visits visits, RedisServer redis) {
 *     }
 *
 * }
 * }</pre>
 *
 * <p>
 * All rules of {@link RealRedis} apply: the server is emptied before each test method,
 * and methods may have it as a parameter. With {@code @RealRedis} of the topology
 * {@code CLUSTER} beside this annotation, the test is connected to the cluster; the other
 * topologies are not supported. The properties of the application that name a server have
 * no effect. The local level of a cache is in the application, which later tests may
 * share: it is not emptied.
 *
 * @since 1.0.0
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
@RealRedis
public @interface AutoConfigureRedisComponents {

}
