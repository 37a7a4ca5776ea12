package io.github.rediscomponents.autoconfigure.http;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.DispatcherServlet;

import io.github.rediscomponents.autoconfigure.ratelimit.RateLimitAutoConfiguration;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.support.LiveSettings;

/**
 * Auto-configuration of the filter that limits the rate of HTTP requests.
 */
@AutoConfiguration(after = RateLimitAutoConfiguration.class)
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnClass({ Filter.class, OncePerRequestFilter.class })
@ConditionalOnBooleanProperty(name = "redis-components.http-rate-limit.enabled", matchIfMissing = true)
@EnableConfigurationProperties(HttpRateLimitProperties.class)
@Import(HttpRuleCheck.class)
public final class HttpRateLimitAutoConfiguration {

	@Bean
	FilterRegistrationBean<HttpRateLimitFilter> redisComponentsHttpRateLimitFilter(HttpRateLimitProperties properties,
			ObjectProvider<PropertySettings> settings, ObjectProvider<RateLimiter> limiter) {
		FilterRegistrationBean<HttpRateLimitFilter> registration = new FilterRegistrationBean<>(
				new HttpRateLimitFilter(limiter::getObject, live(properties, settings, limiter)));
		registration.setName("redisComponentsHttpRateLimitFilter");
		registration.setOrder(properties.order());
		registration.setDispatcherTypes(DispatcherType.REQUEST);
		registration.setAsyncSupported(true);
		return registration;
	}

	private static LiveSettings<HttpRateLimitSettings> live(HttpRateLimitProperties properties,
			ObjectProvider<PropertySettings> settings, ObjectProvider<RateLimiter> limiter) {
		RateLimiter known = limiter.getIfAvailable();
		PropertySettings refresh = settings.getIfAvailable();
		if (known == null || refresh == null) {
			if (!properties.rules().isEmpty()) {
				throw HttpRuleCheck.noLimiter();
			}
			return new LiveSettings<>(properties.toSettings((policy) -> {
			}));
		}
		refresh.restartOnly(HttpRateLimitProperties.PREFIX + ".order");
		return refresh.live(HttpRateLimitProperties.PREFIX, properties, HttpRateLimitProperties.class,
				(bound) -> bound.toSettings((policy) -> {
					if (policy == null) {
						throw new IllegalArgumentException("must not be missing");
					}
					known.policy(policy);
				}));
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
