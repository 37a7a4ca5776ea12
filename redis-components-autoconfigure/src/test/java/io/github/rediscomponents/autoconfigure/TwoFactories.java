// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Two connection factories, neither of which is the primary one.
 */
@Configuration(proxyBeanMethods = false)
class TwoFactories {

	@Bean
	LettuceConnectionFactory one() {
		return new LettuceConnectionFactory();
	}

	@Bean
	LettuceConnectionFactory other() {
		return new LettuceConnectionFactory();
	}

}
