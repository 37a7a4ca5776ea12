// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.security.Principal;
import java.util.Arrays;
import java.util.stream.Stream;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.OncePerRequestFilter;

import io.github.rediscomponents.ratelimit.RateLimited;

/**
 * An application with limited pages, started once for all classes of tests, and its
 * requests.
 */
abstract class HttpRateLimitFixture {

	private static final String[] POLICIES = { "redis-components.rate-limit.policies.two.limit=2",
			"redis-components.rate-limit.policies.two.period=1h",
			"redis-components.rate-limit.policies.many.limit=1000",
			"redis-components.rate-limit.policies.many.period=90m",
			"redis-components.rate-limit.policies.both.limits[0].limit=2",
			"redis-components.rate-limit.policies.both.limits[0].period=500ms",
			"redis-components.rate-limit.policies.both.limits[1].limit=3",
			"redis-components.rate-limit.policies.both.limits[1].period=1h",
			"redis-components.rate-limit.policies.alike.limits[0].algorithm=token-bucket",
			"redis-components.rate-limit.policies.alike.limits[0].limit=1",
			"redis-components.rate-limit.policies.alike.limits[0].period=1h",
			"redis-components.rate-limit.policies.alike.limits[0].burst=2",
			"redis-components.rate-limit.policies.alike.limits[1].algorithm=token-bucket",
			"redis-components.rate-limit.policies.alike.limits[1].limit=1000000",
			"redis-components.rate-limit.policies.alike.limits[1].period=1d",
			"redis-components.rate-limit.policies.alike.limits[1].burst=2",
			"redis-components.rate-limit.policies.closed.limit=5",
			"redis-components.rate-limit.policies.closed.period=1s",
			"redis-components.rate-limit.policies.closed.on-redis-failure=closed" };

	private static final String[] RULES = {
			"redis-components.http-rate-limit.trusted-proxies=127.0.0.1,10.0.0.0/8,fd00::/8",
			"redis-components.http-rate-limit.rules[0].paths=/ip/**",
			"redis-components.http-rate-limit.rules[0].policy=many",
			"redis-components.http-rate-limit.rules[1].paths=/two/{id},/zwei",
			"redis-components.http-rate-limit.rules[1].methods=GET,post",
			"redis-components.http-rate-limit.rules[1].policy=two",
			"redis-components.http-rate-limit.rules[1].key=header:X-Api-Key",
			"redis-components.http-rate-limit.rules[2].paths=/user",
			"redis-components.http-rate-limit.rules[2].policy=two",
			"redis-components.http-rate-limit.rules[2].key=user",
			"redis-components.http-rate-limit.rules[2].when-missing=skip",
			"redis-components.http-rate-limit.rules[3].paths=/session",
			"redis-components.http-rate-limit.rules[3].policy=two",
			"redis-components.http-rate-limit.rules[3].key=session",
			"redis-components.http-rate-limit.rules[3].when-missing=skip",
			"redis-components.http-rate-limit.rules[4].paths=/both",
			"redis-components.http-rate-limit.rules[4].policy=both",
			"redis-components.http-rate-limit.rules[5].paths=/ip/strict",
			"redis-components.http-rate-limit.rules[5].policy=two", "redis-components.http-rate-limit.rules[5].cost=2",
			"redis-components.http-rate-limit.rules[6].paths=/alike",
			"redis-components.http-rate-limit.rules[6].policy=alike",
			"redis-components.http-rate-limit.rules[7].paths=/twice",
			"redis-components.http-rate-limit.rules[7].policy=two",
			"redis-components.http-rate-limit.rules[8].paths=/twice",
			"redis-components.http-rate-limit.rules[8].policy=two",
			"redis-components.http-rate-limit.rules[8].key=header:X-Api-Key",
			"redis-components.http-rate-limit.rules[8].when-missing=skip",
			"redis-components.http-rate-limit.rules[9].paths=/plain",
			"redis-components.http-rate-limit.rules[9].policy=two",
			"redis-components.http-rate-limit.rules[9].key=header:X-Api-Key" };

	static final WebApplication application = start(RULES);

	static WebApplication start(String... rules) {
		String[] all = Stream.of(POLICIES, rules).flatMap(Arrays::stream).toArray(String[]::new);
		return new WebApplication(Application.class, all);
	}

	static String header(HttpResponse<?> response, String name) {
		return String.join(", ", response.headers().allValues(name));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(Pages.class)
	static class Application {

		/** Stands where Spring Security would. */
		@Bean
		FilterRegistrationBean<Filter> security() {
			FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>(new TestUser());
			registration.setOrder(-100);
			return registration;
		}

		/** The container finds it by the path without dots and double slashes. */
		@Bean
		ServletRegistrationBean<HttpServlet> plain() {
			return new ServletRegistrationBean<>(new HttpServlet() {

				private static final long serialVersionUID = 1L;

				@Override
				protected void doGet(HttpServletRequest request, HttpServletResponse response) {
					response.setStatus(HttpServletResponse.SC_OK);
				}
			}, "/plain");
		}

	}

	static class TestUser extends OncePerRequestFilter {

		@Override
		protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
				throws ServletException, IOException {
			String name = request.getHeader("X-Test-User");
			chain.doFilter(new HttpServletRequestWrapper(request) {
				@Override
				public @Nullable Principal getUserPrincipal() {
					return (name != null) ? () -> name : null;
				}
			}, response);
		}

	}

	@RestController
	static class Pages {

		@RequestMapping({ "/ip/{id}", "/two/{id}" })
		String page(@PathVariable String id) {
			return "ok";
		}

		@RequestMapping({ "/zwei", "/user", "/both", "/alike", "/twice" })
		String other() {
			return "ok";
		}

		@GetMapping("/session")
		String session(HttpSession session) {
			return "ok";
		}

		@GetMapping("/annotated")
		@RateLimited("two")
		String annotated() {
			return "ok";
		}

	}

}
