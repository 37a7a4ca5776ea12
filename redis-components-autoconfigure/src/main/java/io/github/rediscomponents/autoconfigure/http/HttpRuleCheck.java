// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.ComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.aot.RunRegistrar;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.diagnostics.Suggestion;
import io.github.rediscomponents.autoconfigure.ratelimit.RateLimitProperties;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autoconfigure.refresh.SettingsCustomizer;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.ratelimit.RatePolicy;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.env.Environment;
import org.springframework.core.type.MethodMetadata;

/**
 * Validates the rules before the web server is created. Without it, an invalid rule would
 * surface as a failure of the web server.
 */
final class HttpRuleCheck implements RunRegistrar {

	private static final String POLICIES = RateLimitProperties.PREFIX + ".policies";

	private final Environment environment;

	HttpRuleCheck(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void register(BeanDefinitionRegistry registry) {
		if (!PropertySettings.isSet(this.environment, HttpRateLimitProperties.PREFIX)) {
			return;
		}
		HttpRateLimitProperties properties = PropertySettings.bind(this.environment, HttpRateLimitProperties.PREFIX,
				HttpRateLimitProperties.class);
		// Without those of further servers, which are injected by qualifier only.
		String[] limiters = Stream
			.of(((ListableBeanFactory) registry).getBeanNamesForType(RateLimiter.class, true, false))
			.filter((name) -> !registry.containsBeanDefinition(name) || !registry.getBeanDefinition(name).isFallback())
			.toArray(String[]::new);
		if (limiters.length == 0 && !properties.rules().isEmpty()) {
			throw noLimiter();
		}
		boolean ours = limiters.length == 1 && isOurs(registry, limiters[0]);
		Map<String, RatePolicy> known = ours
				? PropertySettings.bind(this.environment, RateLimitProperties.PREFIX, RateLimitProperties.class)
					.toSettings()
					.policies()
				: Map.of();
		// One may change the limits.
		boolean customized = ((ListableBeanFactory) registry).getBeanNamesForType(SettingsCustomizer.class, true,
				false).length > 0;
		PropertySettings.checked(HttpRateLimitProperties.PREFIX, () -> properties.toSettings((policy) -> {
			check(policy, ours ? known.keySet() : null);
			return customized ? null : known.get(policy);
		}));
	}

	static InvalidPropertyException noLimiter() {
		return new InvalidPropertyException(HttpRateLimitProperties.PREFIX + ".rules",
				"must be empty while there is no RateLimiter bean");
	}

	/**
	 * Returns whether the limiter is the auto-configured one. A limiter of the
	 * application may have policies that the properties do not declare.
	 */
	private static boolean isOurs(BeanDefinitionRegistry registry, String limiter) {
		BeanDefinition definition = registry.getBeanDefinition(limiter);
		if (definition instanceof AnnotatedBeanDefinition annotated) {
			MethodMetadata factory = annotated.getFactoryMethodMetadata();
			return factory != null
					&& factory.getDeclaringClassName().equals(ComponentsAutoConfiguration.class.getName());
		}
		// Generated ahead of time.
		Method factory = (definition instanceof RootBeanDefinition root) ? root.getResolvedFactoryMethod() : null;
		return factory != null && factory.getDeclaringClass() == ComponentsAutoConfiguration.class;
	}

	private static void check(@Nullable String policy, @Nullable Set<String> known) {
		if (policy == null) {
			throw new IllegalArgumentException("must not be missing");
		}
		if (known != null && !known.contains(policy)) {
			throw new IllegalArgumentException("must be one of the policies below '" + POLICIES + "', was '" + policy
					+ "'." + Suggestion.of(policy, known));
		}
	}

}
