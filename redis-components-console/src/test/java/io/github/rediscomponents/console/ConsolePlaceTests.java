// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * Where the console is: below a context path, behind a proxy, and in an application whose
 * beans are lazy.
 */
class ConsolePlaceTests {

	private static HttpResponse<String> get(String address, String... headers) throws Exception {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
		if (headers.length > 0) {
			request.headers(headers);
		}
		return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
	}

	private static String base(ConfigurableApplicationContext context) {
		return "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port");
	}

	@ParameterizedTest
	@ValueSource(strings = { "none", "native", "framework" })
	void theAddressWithoutASlashLeadsToThePageBehindAProxy(String strategy) throws Exception {
		try (ConfigurableApplicationContext context = TestApplications.web(SharedRedis.standalone(), Open.class,
				"server.forward-headers-strategy=" + strategy, "server.servlet.context-path=/app",
				"redis-components.console.path=/ops/redis")) {
			HttpResponse<String> bare = get(base(context) + "/app/ops/redis", "X-Forwarded-Proto", "https",
					"X-Forwarded-Host", "shop.example", "X-Forwarded-Prefix", "/inside");
			assertThat(bare.statusCode()).isEqualTo(302);
			assertThat(get(base(context) + "/app/ops/redis/api/session").body())
				.contains("\"path\":\"/app/ops/redis\"");
			URI asked = URI.create("https://shop.example/inside/app/ops/redis");
			assertThat(asked.resolve(bare.headers().firstValue("Location").orElseThrow()))
				.isEqualTo(URI.create("https://shop.example/inside/app/ops/redis/"));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "/api", "/ops" })
	void isServedBesideTheServletOfTheApplication(String servletPath) throws Exception {
		try (ConfigurableApplicationContext context = TestApplications.web(SharedRedis.standalone(), Open.class,
				"spring.mvc.servlet.path=" + servletPath, "server.servlet.context-path=/app",
				"redis-components.console.path=/ops/redis")) {
			HttpResponse<String> page = get(base(context) + "/app/ops/redis/");
			assertThat(page.statusCode()).isEqualTo(200);
			assertThat(page.body()).contains("<title>");
		}
	}

	@Test
	void isServedAndReportsWhereBeansAreLazy() throws Exception {
		try (RedisServer redis = RedisServer.start()) {
			String lazy = "spring.main.lazy-initialization=true";
			try (ConfigurableApplicationContext worker = TestApplications.worker(redis, lazy)) {
				assertThat(worker.isActive()).isTrue();
				await().atMost(Duration.ofMinutes(1))
					.until(() -> "1".equals(String.valueOf(redis.command("HLEN", "shop:console:{processes}"))));
				try (ConfigurableApplicationContext context = TestApplications.web(redis, Open.class, lazy)) {
					assertThat(get(base(context) + "/redis-components/").statusCode()).isEqualTo(200);
				}
			}
			assertThat(catchThrowable(() -> TestApplications.web(redis, Unprotected.class, lazy).close()))
				.hasRootCauseInstanceOf(PublicConsoleException.class);
		}
	}

	/** Everybody may act. */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Open {

		@Bean
		ConsoleAccess access() {
			return (request) -> ConsoleRole.OPERATE;
		}

		@Bean
		SecurityFilterChain chain(HttpSecurity http) throws Exception {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll()).build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(
			excludeName = { "org.springframework.boot.autoconfigure.security.servlet.SecurityAutoConfiguration",
					"org.springframework.boot.autoconfigure.security.servlet.SecurityFilterAutoConfiguration",
					"org.springframework.boot.autoconfigure.security.servlet.UserDetailsServiceAutoConfiguration",
					"org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration",
					"org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration",
					"org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration",
					"org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration" })
	static class Unprotected {

	}

}
