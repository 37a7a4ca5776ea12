// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.core.env.Environment;

import io.github.rediscomponents.autoconfigure.aot.RunRegistrar;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;

/**
 * Warns of rules in an application that cannot have the filter. They do not fail the
 * start, because applications of several kinds may share one configuration, and tests may
 * start an application without its web server.
 *
 * @param environment the environment
 */
record UnusedHttpRules(Environment environment) implements RunRegistrar {

	private static final String RULES = "redis-components.http-rate-limit.rules";

	@Override
	public void register(BeanDefinitionRegistry registry) {
		if (PropertySettings.isSet(this.environment, RULES)) {
			LoggerFactory.getLogger(HttpRateLimitAutoConfiguration.class)
				.warn("{} limit nothing in this application: the filter needs a servlet application", RULES);
		}
	}

}
