// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.ratelimit;

import io.github.rediscomponents.autoconfigure.aot.RunRegistrar;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.core.env.Environment;

/**
 * Validates the policies before any bean is created. Otherwise a web server, which
 * creates its filters and their limiter while it starts, would report an invalid policy
 * as its own failure.
 *
 * @since 1.0.0
 */
public final class PolicyCheck implements RunRegistrar {

	private final Environment environment;

	PolicyCheck(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void register(BeanDefinitionRegistry registry) {
		if (PropertySettings.isEnabled(this.environment, RateLimitProperties.PREFIX)
				&& PropertySettings.isSet(this.environment, RateLimitProperties.PREFIX)) {
			PropertySettings.bind(this.environment, RateLimitProperties.PREFIX, RateLimitProperties.class).toSettings();
		}
	}

}
