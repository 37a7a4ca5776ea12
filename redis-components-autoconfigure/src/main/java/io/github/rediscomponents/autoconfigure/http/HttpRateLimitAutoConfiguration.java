// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.util.Map;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.DispatcherServlet;

import io.github.rediscomponents.autoconfigure.ComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.refresh.ConditionalOnSwitch;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.ratelimit.RateLimiter;

/**
 * Auto-configuration of the filter that limits the rate of HTTP requests.
 *
 * @since 1.0.0
 */
@AutoConfiguration(after = ComponentsAutoConfiguration.class)
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnClass({ Filter.class, OncePerRequestFilter.class })
@ConditionalOnSwitch("redis-components.http-rate-limit.enabled")
@Import(HttpRuleCheck.class)
public final class HttpRateLimitAutoConfiguration {

	@Bean
	FilterRegistrationBean<HttpRateLimitFilter> redisComponentsHttpRateLimitFilter(PropertySettings settings,
			ObjectProvider<RateLimiter> limiter) {
		settings.add(() -> Map.of(HttpRateLimitProperties.PREFIX, HttpRateLimitProperties.class));
		FilterRegistrationBean<HttpRateLimitFilter> registration = new FilterRegistrationBean<>(new HttpRateLimitFilter(
				limiter::getObject, settings.live(HttpRateLimitProperties.PREFIX, HttpRateLimitProperties.class)));
		registration.setName("redisComponentsHttpRateLimitFilter");
		registration
			.setOrder(settings.properties(HttpRateLimitProperties.PREFIX, HttpRateLimitProperties.class).order());
		registration.setDispatcherTypes(DispatcherType.REQUEST);
		registration.setAsyncSupported(true);
		return registration;
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(DispatcherServlet.class)
	@ConditionalOnBean(RateLimiter.class)
	static class Mvc {

		@Bean
		RateLimitedExceptionAdvice redisComponentsRateLimitedExceptionAdvice(ObjectProvider<RateLimiter> limiter) {
			return new RateLimitedExceptionAdvice(limiter::getObject);
		}

	}

}
