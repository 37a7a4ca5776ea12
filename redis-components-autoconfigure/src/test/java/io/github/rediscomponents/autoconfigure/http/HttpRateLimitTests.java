// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;

import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher.Refresh;
import io.github.rediscomponents.ratelimit.RateLimiter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which requests count, and as whose.
 */
class HttpRateLimitTests extends HttpRateLimitFixture {

	@Test
	void holdsForTheMethodsAndPathsOfTheRuleOnly() {
		for (int i = 0; i < 3; i++) {
			assertThat(application.get("/two", "X-Api-Key", "k3").statusCode()).isEqualTo(404);
			assertThat(application.get("/two/1/more", "X-Api-Key", "k3").statusCode()).isEqualTo(404);
			assertThat(application.send(application.request("/two/1").header("X-Api-Key", "k3").DELETE()).statusCode())
				.isEqualTo(200);
		}
		assertThat(application.get("/two/1;x=1", "X-Api-Key", "k3").statusCode()).isEqualTo(200);
		assertThat(application.get("/%74wo/1?x=1", "X-Api-Key", "k3").statusCode()).isEqualTo(200);
		assertThat(application
			.send(application.request("/two/1").header("X-Api-Key", "k3").POST(HttpRequest.BodyPublishers.noBody()))
			.statusCode()).isEqualTo(429);
	}

	@Test
	void comesAfterWhoeverKnowsTheUser() {
		for (int i = 0; i < 3; i++) {
			HttpResponse<String> unknown = application.get("/user");
			assertThat(unknown.statusCode()).isEqualTo(200);
			assertThat(unknown.headers().map()).doesNotContainKey("RateLimit");
		}
		assertThat(application.get("/user", "X-Test-User", "ann").statusCode()).isEqualTo(200);
		assertThat(application.get("/user", "X-Test-User", "ann").statusCode()).isEqualTo(200);
		assertThat(application.get("/user", "X-Test-User", "ann").statusCode()).isEqualTo(429);
		assertThat(application.get("/user", "X-Test-User", "{bob}").statusCode()).isEqualTo(200);
		assertThat(application.subjects("two")).contains("user:ann");
	}

	@Test
	void tellsSessionsApartAndCreatesNone() {
		HttpResponse<String> created = application.get("/session");
		String cookie = header(created, "Set-Cookie").split(";")[0];
		assertThat(created.headers().map()).doesNotContainKey("RateLimit");
		assertThat(application.get("/session", "Cookie", cookie).statusCode()).isEqualTo(200);
		assertThat(application.get("/session", "Cookie", cookie).statusCode()).isEqualTo(200);
		assertThat(application.get("/session", "Cookie", cookie).statusCode()).isEqualTo(429);
	}

	@Test
	void countsHeadAsTheGetThatAnswersIt() {
		HttpRequest.Builder head = application.request("/two/1")
			.header("X-Api-Key", "head")
			.method("HEAD", HttpRequest.BodyPublishers.noBody());
		assertThat(application.send(head).statusCode()).isEqualTo(200);
		assertThat(application.get("/two/1", "X-Api-Key", "head").statusCode()).isEqualTo(200);
		assertThat(application.send(head).statusCode()).isEqualTo(429);
	}

	@Test
	void countsAMethodHoweverItIsWritten() {
		HttpRequest.Builder get = application.request("/zwei")
			.header("X-Api-Key", "case")
			.method("get", HttpRequest.BodyPublishers.noBody());
		assertThat(application.send(get).statusCode()).isEqualTo(200);
		assertThat(application.send(get).statusCode()).isEqualTo(200);
		assertThat(application.send(get).statusCode()).isEqualTo(429);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/plain", "//plain", "/./plain", "/x/../plain", "/%70lain", "/plain;x=1", "/plain/",
			"/pl%61in/" })
	void countsAPathHoweverItIsWritten(String path) {
		String key = "path" + path;
		assertThat(application.get(path, "X-Api-Key", key).statusCode()).isIn(200, 404);
		application.get(path, "X-Api-Key", key);
		assertThat(application.get(path, "X-Api-Key", key).statusCode()).as(path).isEqualTo(429);
	}

	@Test
	void givesBackWhatEarlierRulesChargedForARefusedRequest() {
		String[] address = { "X-Forwarded-For", "198.51.100.6" };
		HttpResponse<String> first = application.get("/ip/strict", address);
		assertThat(first.statusCode()).isEqualTo(200);
		assertThat(header(first, "RateLimit-Policy")).isEqualTo("\"many\";q=1000;w=5400, \"two\";q=2;w=3600");
		assertThat(header(first, "RateLimit")).contains("\"many\";r=999;").contains("\"two\";r=0;");
		assertThat(application.get("/ip/strict", address).statusCode()).isEqualTo(429);
		assertThat(application.context.getBean(RateLimiter.class).peek("many", "ip:198.51.100.6").remaining())
			.isEqualTo(999);
	}

	@Test
	void leavesPreflightsAlone() {
		System.setProperty("jdk.httpclient.allowRestrictedHeaders", "origin");
		HttpRequest.Builder preflight = application.request("/user")
			.header("X-Test-User", "preflight")
			.header("Origin", "https://example.org")
			.header("Access-Control-Request-Method", "GET")
			.method("OPTIONS", HttpRequest.BodyPublishers.noBody());
		for (int i = 0; i < 3; i++) {
			assertThat(application.send(preflight).statusCode()).isNotEqualTo(429);
		}
		assertThat(application.subjects("two")).doesNotContain("user:preflight");
	}

	@Test
	void takesNewRulesOverWhileRunning() {
		try (WebApplication own = start(new String[0])) {
			assertThat(own.get("/ip/1").headers().map()).doesNotContainKey("RateLimit");
			rule(own, "change", "/ip/{id}", "many");
			assertThat(own.context.getBean(RedisComponentsRefresher.class).refresh().changed())
				.containsExactly("redis-components.http-rate-limit");
			assertThat(own.context.getBean(RedisComponentsRefresher.class).refresh().changed()).isEmpty();
			assertThat(own.get("/ip/1").headers().map()).containsKey("RateLimit");
			rule(own, "bad", "/ip/1", "none");
			assertPolicyIsRefused(own);
			assertThat(own.get("/ip/1").headers().map()).containsKey("RateLimit");
		}
	}

	@Test
	void takesARuleOverTogetherWithItsPolicy() {
		try (WebApplication own = start()) {
			rename(own, "first", "none");
			assertThat(header(own.get("/ip/1"), "RateLimit-Policy")).startsWith("\"first\"");
			rename(own, "second", "first");
			assertThat(header(own.get("/ip/1"), "RateLimit-Policy")).startsWith("\"second\"");
		}
	}

	private static void rename(WebApplication own, String policy, String removed) {
		String declared = "redis-components.rate-limit.policies." + policy;
		MutablePropertySources sources = own.context.getEnvironment().getPropertySources();
		remove(own, removed);
		rule(own, policy, "/ip/{id}", policy);
		sources.addFirst(new MapPropertySource(declared, Map.of(declared + ".limit", "9", declared + ".period", "1h")));
		Refresh refresh = own.context.getBean(RedisComponentsRefresher.class).refresh();
		assertThat(refresh.refused()).isEmpty();
		assertThat(refresh.changed()).containsExactlyInAnyOrder("redis-components.http-rate-limit",
				"redis-components.rate-limit");
	}

	@Test
	void refusesARuleWhosePolicyIsRemovedInTheSameRefresh() {
		try (WebApplication own = start()) {
			rename(own, "first", "none");
			remove(own, "first");
			rule(own, "rule", "/ip/{id}", "first");
			assertPolicyIsRefused(own);
		}
	}

	private static void remove(WebApplication own, String policy) {
		MutablePropertySources sources = own.context.getEnvironment().getPropertySources();
		sources.remove(policy);
		sources.remove("redis-components.rate-limit.policies." + policy);
	}

	private static void rule(WebApplication own, String source, String paths, String policy) {
		own.context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource(source, Map.of("redis-components.http-rate-limit.rules[0].paths", paths,
					"redis-components.http-rate-limit.rules[0].policy", policy)));
	}

	private static void assertPolicyIsRefused(WebApplication own) {
		assertThat(own.context.getBean(RedisComponentsRefresher.class).refresh().refused()).singleElement()
			.asString()
			.contains("redis-components.http-rate-limit.rules[0].policy");
	}

}
