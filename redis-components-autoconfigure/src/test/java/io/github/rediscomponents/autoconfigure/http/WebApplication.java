// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import org.springframework.context.ConfigurableApplicationContext;

import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.test.SharedRedis;

/**
 * An application on an embedded Tomcat and a real Redis, called over HTTP.
 */
final class WebApplication implements AutoCloseable {

	final String prefix = "t" + UUID.randomUUID();

	final ConfigurableApplicationContext context;

	private final HttpClient client = HttpClient.newHttpClient();

	WebApplication(Class<?> configuration, String... properties) {
		this.context = TestContexts.application(configuration,
				Stream.concat(Stream.of("redis-components.key-prefix=" + this.prefix), Stream.of(properties))
					.toArray(String[]::new));
	}

	HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI
			.create("http://127.0.0.1:" + this.context.getEnvironment().getProperty("local.server.port") + path));
	}

	HttpResponse<String> get(String path, String... headers) {
		HttpRequest.Builder request = request(path);
		return send((headers.length > 0) ? request.headers(headers) : request);
	}

	HttpResponse<String> send(HttpRequest.Builder request) {
		try {
			return this.client.send(request.build(), HttpResponse.BodyHandlers.ofString());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			throw new AssertionError(ex);
		}
	}

	/** The subjects that a policy has counted. */
	List<String> subjects(String policy) {
		String start = this.prefix + ":rate:{" + policy + ":";
		return ((List<?>) SharedRedis.standalone().command("KEYS", this.prefix + ":rate:*")).stream()
			.map(String::valueOf)
			.filter((key) -> key.startsWith(start))
			// A refund leaves a mark for a while, in case the driver repeats it.
			.filter((key) -> !key.contains("}:x"))
			.map((key) -> key.substring(start.length(), key.lastIndexOf('}')))
			.sorted()
			.toList();
	}

	/** Makes a policy's subjects as if never seen. */
	void forget(String policy) {
		RateLimiter limiter = this.context.getBean(RateLimiter.class);
		subjects(policy).forEach((subject) -> limiter.reset(policy, subject));
	}

	@Override
	public void close() {
		this.context.close();
	}

}
