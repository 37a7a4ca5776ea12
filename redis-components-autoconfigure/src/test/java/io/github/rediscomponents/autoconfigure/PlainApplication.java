// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/**
 * An application with every auto-configuration but that of Redisson.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(excludeName = { "org.redisson.spring.starter.RedissonAutoConfigurationV4",
		"org.redisson.spring.starter.RedissonAutoConfigurationV2" })
class PlainApplication {

}
