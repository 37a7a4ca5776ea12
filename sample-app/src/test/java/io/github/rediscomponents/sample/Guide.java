// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

import io.github.rediscomponents.sample.user.LoginTokens;
import io.github.rediscomponents.sample.web.User;

/**
 * A running instance of the application, and a client that calls it.
 */
final class Guide extends GuideClient implements AutoCloseable {

	private static @Nullable Guide shared;

	private final ConfigurableApplicationContext context;

	private Guide(ConfigurableApplicationContext context) {
		super(((WebServerApplicationContext) context).getWebServer().getPort());
		this.context = context;
	}

	/**
	 * The instance that all tests share which do not need one of their own.
	 */
	static synchronized Guide shared() {
		Guide guide = shared;
		if (guide == null) {
			guide = start(new Settings());
			shared = guide;
		}
		return guide;
	}

	static Guide start(Settings settings, Class<?>... more) {
		List<String> arguments = new ArrayList<>(settings.arguments);
		arguments.add("--server.port=0");
		return new Guide(new SpringApplicationBuilder(SampleApplication.class).sources(more)
			.listeners(new OneLoggingSystem())
			.profiles(settings.profiles)
			.run(arguments.toArray(String[]::new)));
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	ApplicationContext context() {
		return this.context;
	}

	/** Logs in as a demo user does: with the code that the answer shows. */
	String login(String account) {
		String code = post("/user/code?phone=" + encode(account)).data().asString();
		return post("/user/login", null, "{\"phone\":\"%s\",\"code\":\"%s\"}".formatted(account, code)).data()
			.asString();
	}

	String loginAsSomebody() {
		return login(randomAccount());
	}

	/** A token for an imported user, without the way by the code. */
	String tokenOf(long userId) {
		return bean(LoginTokens.class).issue(new User(userId, "user" + userId, ""));
	}

	static String randomAccount() {
		return "t" + UUID.randomUUID().toString().replace("-", "") + "@example.com";
	}

	static String encode(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

	@Override
	public void close() {
		this.context.close();
	}

	/**
	 * Where an instance runs. Those with the same settings share Redis and database.
	 */
	static final class Settings {

		private final List<String> arguments = new ArrayList<>();

		private String[] profiles = {};

		/** The shared Redis under a prefix of its own, a database of its own. */
		Settings() {
			this(SharedRedis.standalone());
		}

		Settings(RedisServer redis) {
			this(redis.host(), redis.port());
		}

		Settings(String host, int port) {
			String name = "t" + UUID.randomUUID().toString().replace("-", "");
			with("redis-components.embedded.enabled", "false");
			with("logging.level.io.github.rediscomponents.sample", "warn");
			with("spring.data.redis.host", host);
			with("spring.data.redis.port", String.valueOf(port));
			with("redis-components.key-prefix", name);
			// All tests come from one address.
			with("redis-components.http-rate-limit.enabled", "false");
			// Many tests count what is asked of the database, or cut its connection or
			// that of Redis at a moment.
			with("city-guide.ops.enabled", "false");
			// Many tests count posts, follows, chats and users by their names.
			with("city-guide.import.demo-people", "false");
			with("spring.datasource.url", "jdbc:h2:mem:" + name + ";MODE=MySQL;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000");
		}

		Settings without(String property) {
			this.arguments.removeIf((argument) -> argument.startsWith("--" + property + "="));
			return this;
		}

		Settings with(String property, String value) {
			without(property);
			this.arguments.add("--" + property + "=" + value);
			return this;
		}

		/** As a command line has them. */
		List<String> commandLine() {
			List<String> all = new ArrayList<>(this.arguments);
			if (this.profiles.length > 0) {
				all.add("--spring.profiles.active=" + String.join(",", this.profiles));
			}
			return all;
		}

		String value(String property) {
			String begin = "--" + property + "=";
			return this.arguments.stream()
				.filter((argument) -> argument.startsWith(begin))
				.map((argument) -> argument.substring(begin.length()))
				.findFirst()
				.orElseThrow();
		}

		Settings profiles(String... active) {
			this.profiles = active.clone();
			return this;
		}

	}

}
