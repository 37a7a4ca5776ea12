// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import java.util.List;
import java.util.stream.Stream;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.test.RedisServer;

/**
 * Applications with the console.
 */
public final class TestApplications {

	private TestApplications() {
	}

	/** Starts a web application on a free port. */
	static ConfigurableApplicationContext web(RedisServer redis, Class<?> type, String... properties) {
		return start(redis, type, WebApplicationType.SERVLET, properties);
	}

	/** Starts an application that only reports. */
	public static ConfigurableApplicationContext worker(RedisServer redis, String... properties) {
		return start(redis, Plain.class, WebApplicationType.NONE, properties);
	}

	/** Starts an application that only reports, with further views. */
	static ConfigurableApplicationContext worker(RedisServer redis, List<RoomView> views, String... properties) {
		return builder(redis, Plain.class, WebApplicationType.NONE, properties)
			.initializers((context) -> views
				.forEach((view) -> context.getBeanFactory().registerSingleton("view-" + view.room(), view)))
			.run();
	}

	private static ConfigurableApplicationContext start(RedisServer redis, Class<?> type, WebApplicationType web,
			String... properties) {
		return builder(redis, type, web, properties).run();
	}

	private static SpringApplicationBuilder builder(RedisServer redis, Class<?> type, WebApplicationType web,
			String... properties) {
		String[] common = { "server.port=0", "spring.main.banner-mode=off", "spring.application.name=shop",
				"spring.data.redis.url=" + redis.uri(), "redis-components.console.enabled=true",
				"redis-components.command-timeout=30s", "redis-components.cache.defaults.command-timeout=30s" };
		return new SpringApplicationBuilder(type).web(web)
			.properties(Stream.concat(Stream.of(common), Stream.of(properties)).toArray(String[]::new));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Plain {

	}

	/** Permits everything, so that the console has to protect itself. */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Permissive {

		@Bean
		SecurityFilterChain chain(HttpSecurity http) throws Exception {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll())
				.formLogin(Customizer.withDefaults())
				.build();
		}

		@Bean
		UserDetailsService users() {
			return new InMemoryUserDetailsManager(user("reader", "REDIS_COMPONENTS_READ"),
					user("operator", "REDIS_COMPONENTS_OPERATE"), user("nobody", "USER"));
		}

		private static org.springframework.security.core.userdetails.UserDetails user(String name, String role) {
			return User.withUsername(name).password("{noop}secret").roles(role).build();
		}

	}

}
