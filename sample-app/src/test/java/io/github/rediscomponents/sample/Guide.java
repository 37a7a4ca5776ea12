package io.github.rediscomponents.sample;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
import tools.jackson.databind.json.JsonMapper;

import io.github.rediscomponents.sample.user.LoginTokens;
import io.github.rediscomponents.sample.web.User;

/**
 * A running instance of the application, and a client that calls it.
 */
final class Guide implements AutoCloseable {

	private static final JsonMapper JSON = new JsonMapper();

	private static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

	private static @Nullable Guide shared;

	private final ConfigurableApplicationContext context;

	private final URI base;

	private Guide(ConfigurableApplicationContext context) {
		this.context = context;
		int port = ((WebServerApplicationContext) context).getWebServer().getPort();
		this.base = URI.create("http://localhost:" + port);
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
			.profiles(settings.profiles)
			.run(arguments.toArray(String[]::new)));
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	ApplicationContext context() {
		return this.context;
	}

	URI base() {
		return this.base;
	}

	Answer get(String path) {
		return send(request(path, null).GET());
	}

	Answer get(String path, String token) {
		return send(request(path, token).GET());
	}

	Answer post(String path) {
		return send(request(path, null).POST(BodyPublishers.noBody()));
	}

	Answer post(String path, @Nullable String token) {
		return send(request(path, token).POST(BodyPublishers.noBody()));
	}

	Answer post(String path, @Nullable String token, String json) {
		return send(
				request(path, token).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json)));
	}

	Answer put(String path, @Nullable String token, String json) {
		return send(request(path, token).header("Content-Type", "application/json").PUT(BodyPublishers.ofString(json)));
	}

	Answer put(String path, @Nullable String token) {
		return send(request(path, token).PUT(BodyPublishers.noBody()));
	}

	Answer delete(String path, @Nullable String token) {
		return send(request(path, token).DELETE());
	}

	HttpRequest.Builder request(String path, @Nullable String token) {
		HttpRequest.Builder request = HttpRequest.newBuilder(this.base.resolve(path)).timeout(Duration.ofSeconds(30));
		return (token != null) ? request.header("authorization", token) : request;
	}

	Answer send(HttpRequest.Builder request) {
		try {
			HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
			return new Answer(response.statusCode(), response.body(), JSON.readTree(response.body()));
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
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

		Settings profiles(String... active) {
			this.profiles = active.clone();
			return this;
		}

	}

}
