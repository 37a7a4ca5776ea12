// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import io.github.rediscomponents.sample.user.LoginTokens;
import io.github.rediscomponents.sample.web.User;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/**
 * Logs users in at instances of other JVMs, without the way by the code: a token is in
 * Redis.
 */
final class Tokens implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	Tokens(Guide.Settings settings) {
		this.context = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties("spring.config.location=optional:classpath:/none/", "redis-components.embedded.enabled=false",
					"redis-components.command-timeout=20s",
					"redis-components.key-prefix=" + settings.value("redis-components.key-prefix"),
					"spring.data.redis.host=" + settings.value("spring.data.redis.host"),
					"spring.data.redis.port=" + settings.value("spring.data.redis.port"))
			.run();
	}

	String of(long userId) {
		return this.context.getBean(LoginTokens.class).issue(new User(userId, "user" + userId, ""));
	}

	@Override
	public void close() {
		this.context.close();
	}

	/**
	 * Redis, and nothing of the application but its logins. Not annotated as what the
	 * application looks for.
	 */
	@EnableAutoConfiguration(exclude = { DataSourceAutoConfiguration.class, FlywayAutoConfiguration.class })
	@Import(LoginTokens.class)
	static class Application {

	}

}
