// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Headers and bodies of responses.
 */
class HttpRateLimitHeadersTests extends HttpRateLimitFixture {

	@Test
	void admitsUpToTheLimitAndThenAnswers429() throws IOException {
		HttpResponse<String> first = application.get("/two/1", "X-Api-Key", "k1");
		assertThat(first.statusCode()).isEqualTo(200);
		assertThat(first.body()).isEqualTo("ok");
		assertThat(first.headers().map()).containsEntry("RateLimit-Policy", java.util.List.of("\"two\";q=2;w=3600"))
			.doesNotContainKey("Retry-After");
		assertThat(header(first, "RateLimit")).matches("\"two\";r=1;t=3(600|599)");
		assertThat(application.get("/two/2", "X-Api-Key", "k1").statusCode()).isEqualTo(200);
		HttpResponse<String> refused = application.get("/zwei", "X-Api-Key", "k1");
		assertThat(refused.statusCode()).isEqualTo(429);
		assertThat(header(refused, "RateLimit-Policy")).isEqualTo("\"two\";q=2;w=3600");
		String retryAfter = header(refused, "Retry-After");
		assertThat(Integer.parseInt(retryAfter)).isBetween(3500, 3600);
		assertThat(header(refused, "RateLimit")).isEqualTo("\"two\";r=0;t=" + retryAfter);
		assertThat(header(refused, "Content-Type")).isEqualTo("application/problem+json");
		assertThat(header(refused, "Cache-Control")).isEqualTo("no-store");
		JsonNode problem = new JsonMapper().readTree(refused.body());
		assertThat(problem.get("type").asText())
			.isEqualTo("https://iana.org/assignments/http-problem-types#quota-exceeded");
		assertThat(problem.get("status").asInt()).isEqualTo(429);
		assertThat(problem.get("violated-policies")).singleElement()
			.satisfies((name) -> assertThat(name.asText()).isEqualTo("two"));
		assertThat(application.get("/two/1", "X-Api-Key", "k2").statusCode()).isEqualTo(200);
		assertThat(application.subjects("two")).noneMatch((subject) -> subject.contains("k1"));
	}

	@Test
	void tellsTheLimitThatDecidesOfAPolicyWithSeveral() {
		HttpResponse<String> first = application.get("/both", "X-Forwarded-For", "198.51.100.5");
		assertThat(header(first, "RateLimit-Policy")).isEqualTo("\"both.1\";q=4;w=1, \"both.2\";q=3;w=3600");
		assertThat(header(first, "RateLimit")).isEqualTo("\"both.1\";r=1;t=1");
	}

	@Test
	void tellsTheLimitThatRefusedWhereSeveralAreAlike() throws IOException {
		String[] address = { "X-Forwarded-For", "198.51.100.7" };
		assertThat(application.get("/alike", address).statusCode()).isEqualTo(200);
		assertThat(application.get("/alike", address).statusCode()).isEqualTo(200);
		HttpResponse<String> refused = application.get("/alike", address);
		assertThat(refused.statusCode()).isEqualTo(429);
		assertThat(Integer.parseInt(header(refused, "Retry-After"))).isBetween(3500, 3600);
		assertThat(header(refused, "RateLimit-Policy"))
			.isEqualTo("\"alike.1\";q=1;w=3600, \"alike.2\";q=1000000;w=86400");
		assertThat(header(refused, "RateLimit")).isEqualTo("\"alike.1\";r=0;t=" + header(refused, "Retry-After"));
		assertThat(new JsonMapper().readTree(refused.body()).get("violated-policies").get(0).asText())
			.isEqualTo("alike.1");
	}

	@Test
	void tellsTheSubjectThatWasRefusedWhereAPolicyHoldsTwice() {
		String[] first = { "X-Forwarded-For", "198.51.100.8", "X-Api-Key", "twice" };
		String[] second = { "X-Forwarded-For", "198.51.100.9", "X-Api-Key", "twice" };
		assertThat(application.get("/twice", first).statusCode()).isEqualTo(200);
		assertThat(application.get("/twice", first).statusCode()).isEqualTo(200);
		application.context.getBean(RateLimiter.class).tryAcquire("two", "ip:198.51.100.9");
		HttpResponse<String> refused = application.get("/twice", second);
		assertThat(refused.statusCode()).isEqualTo(429);
		assertThat(header(refused, "RateLimit")).isEqualTo("\"two\";r=0;t=" + header(refused, "Retry-After"));
	}

	@Test
	void speaksOfARefusalOnlyOfTheLimitThatRefused() {
		String[] address = { "X-Forwarded-For", "198.51.100.10" };
		assertThat(application.get("/ip/strict", address).statusCode()).isEqualTo(200);
		HttpResponse<String> refused = application.get("/ip/strict", address);
		assertThat(header(refused, "RateLimit")).isEqualTo("\"two\";r=0;t=" + header(refused, "Retry-After"));
	}

	@Test
	void answersAsThePolicySaysWhileRedisIsAway() {
		try (RedisServer server = RedisServer.start();
				WebApplication own = start("spring.data.redis.url=" + server.uri(),
						"redis-components.command-timeout=300ms",
						"redis-components.http-rate-limit.rules[0].paths=/ip/**",
						"redis-components.http-rate-limit.rules[0].policy=many",
						"redis-components.http-rate-limit.rules[1].paths=/zwei",
						"redis-components.http-rate-limit.rules[1].policy=closed")) {
			// The first command connects.
			await().atMost(Duration.ofMinutes(1)).until(() -> own.get("/ip/1").statusCode() == 200);
			server.kill();
			HttpResponse<String> unavailable = own.get("/ip/1");
			assertThat(unavailable.statusCode()).isEqualTo(503);
			assertThat(unavailable.body()).contains("Service Unavailable");
			HttpResponse<String> closed = own.get("/zwei");
			assertThat(closed.statusCode()).isEqualTo(429);
			assertThat(header(closed, "Retry-After")).isEqualTo("1");
			assertThat(closed.headers().map()).doesNotContainKey("RateLimit");
		}
	}

	@Test
	void answersTheSameWhereAnAnnotatedMethodRefuses() throws IOException {
		assertThat(application.get("/annotated").statusCode()).isEqualTo(200);
		assertThat(application.get("/annotated").statusCode()).isEqualTo(200);
		HttpResponse<String> refused = application.get("/annotated");
		assertThat(refused.statusCode()).isEqualTo(429);
		assertThat(header(refused, "RateLimit")).isEqualTo("\"two\";r=0;t=" + header(refused, "Retry-After"));
		assertThat(header(refused, "Content-Type")).isEqualTo("application/problem+json");
		assertThat(new JsonMapper().readTree(refused.body()).get("violated-policies").get(0).asText()).isEqualTo("two");
	}

}
