package io.github.rediscomponents.autoconfigure.http;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.Principal;
import java.util.Map;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.MapPropertySource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.OncePerRequestFilter;

import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.ratelimit.RateLimited;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The filter over HTTP.
 */
class HttpRateLimitTests {

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

	private static WebApplication application;

	@BeforeAll
	static void start() {
		application = start(RULES);
	}

	private static WebApplication start(String... rules) {
		String[] all = java.util.stream.Stream.of(POLICIES, rules)
			.flatMap(java.util.Arrays::stream)
			.toArray(String[]::new);
		return new WebApplication(Application.class, all);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@Test
	void admitsUpToTheLimitAndThenAnswers429() {
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
		JsonNode problem = JsonMapper.shared().readTree(refused.body());
		assertThat(problem.get("type").asString())
			.isEqualTo("https://iana.org/assignments/http-problem-types#quota-exceeded");
		assertThat(problem.get("status").asInt()).isEqualTo(429);
		assertThat(problem.get("violated-policies")).singleElement()
			.satisfies((name) -> assertThat(name.asString()).isEqualTo("two"));
		assertThat(application.get("/two/1", "X-Api-Key", "k2").statusCode()).isEqualTo(200);
		assertThat(application.subjects("two")).noneMatch((subject) -> subject.contains("k1"));
	}

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
	void countsRequestsWithoutTheHeaderByTheirAddress() {
		String[] address = { "X-Forwarded-For", "198.51.100.77" };
		assertThat(application.get("/zwei", address).statusCode()).isEqualTo(200);
		assertThat(application.subjects("two")).contains("ip:198.51.100.77");
		assertThat(application.get("/zwei", "X-Forwarded-For", "198.51.100.77", "X-Api-Key", " ").statusCode())
			.isEqualTo(200);
		assertThat(application.get("/zwei", address).statusCode()).isEqualTo(429);
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
	void tellsTheLimitThatDecidesOfAPolicyWithSeveral() {
		HttpResponse<String> first = application.get("/both", "X-Forwarded-For", "198.51.100.5");
		assertThat(header(first, "RateLimit-Policy")).isEqualTo("\"both.1\";q=4;w=1, \"both.2\";q=3;w=3600");
		assertThat(header(first, "RateLimit")).isEqualTo("\"both.1\";r=1;t=1");
	}

	@Test
	void tellsTheLimitThatRefusedWhereSeveralAreAlike() {
		String[] address = { "X-Forwarded-For", "198.51.100.7" };
		assertThat(application.get("/alike", address).statusCode()).isEqualTo(200);
		assertThat(application.get("/alike", address).statusCode()).isEqualTo(200);
		HttpResponse<String> refused = application.get("/alike", address);
		assertThat(refused.statusCode()).isEqualTo(429);
		assertThat(Integer.parseInt(header(refused, "Retry-After"))).isBetween(3500, 3600);
		assertThat(header(refused, "RateLimit-Policy"))
			.isEqualTo("\"alike.1\";q=1;w=3600, \"alike.2\";q=1000000;w=86400");
		assertThat(header(refused, "RateLimit")).isEqualTo("\"alike.1\";r=0;t=" + header(refused, "Retry-After"));
		assertThat(JsonMapper.shared().readTree(refused.body()).get("violated-policies").get(0).asString())
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

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			                                             | 127.0.0.1
			198.51.100.1                                 | 198.51.100.1
			6.6.6.6, 198.51.100.2                        | 198.51.100.2
			6.6.6.6, 10.1.1.1, 198.51.100.3, 10.2.3.4    | 198.51.100.3
			10.1.1.1, 10.2.2.2                           | 10.1.1.1
			6.6.6.6, unknown, 10.5.5.5                   | 10.5.5.5
			6.6.6.6, 1.2.3.4.5                           | 127.0.0.1
			198.51.100.4:5678                            | 198.51.100.4
			::ffff:198.51.100.5                          | 198.51.100.5
			2001:db8:1:2:3:4:5:6                         | 2001:db8:1:2:0:0:0:0/64
			[2001:0DB8:1:2::1]:443                       | 2001:db8:1:2:0:0:0:0/64
			6.6.6.6, 2001:db8:1:3::9, fd00::1            | 2001:db8:1:3:0:0:0:0/64
			""")
	void believesTheForwardingHeaderAsFarAsTrustedProxiesWroteIt(@Nullable String header, String subject) {
		application.forget("many");
		String[] headers = (header != null) ? new String[] { "X-Forwarded-For", header, "Forwarded", "for=7.7.7.7" }
				: new String[0];
		assertThat(application.get("/ip/a", headers).statusCode()).isEqualTo(200);
		assertThat(application.subjects("many")).containsExactly("ip:" + subject);
	}

	@Test
	void ignoresTheForwardingHeaderOfPeersThatAreNotTrusted() {
		try (WebApplication own = start("redis-components.http-rate-limit.rules[0].paths=/ip/**",
				"redis-components.http-rate-limit.rules[0].policy=two",
				"redis-components.http-rate-limit.trusted-proxies=192.0.2.1")) {
			assertThat(own.get("/ip/1", "X-Forwarded-For", "1.1.1.1").statusCode()).isEqualTo(200);
			assertThat(own.get("/ip/2", "X-Forwarded-For", "2.2.2.2").statusCode()).isEqualTo(200);
			assertThat(own.get("/ip/3", "X-Forwarded-For", "3.3.3.3").statusCode()).isEqualTo(429);
			assertThat(own.subjects("two")).containsExactly("ip:127.0.0.1");
		}
	}

	@Test
	void readsTheStandardHeaderWhereThatIsConfigured() {
		try (WebApplication own = start("redis-components.http-rate-limit.rules[0].paths=/ip/**",
				"redis-components.http-rate-limit.rules[0].policy=many",
				"redis-components.http-rate-limit.ipv6-prefix=48",
				"redis-components.http-rate-limit.response-headers=false",
				"redis-components.http-rate-limit.forwarded-header=forwarded",
				"redis-components.http-rate-limit.trusted-proxies=127.0.0.0/8,10.0.0.0/8")) {
			String[] headers = { "X-Forwarded-For", "7.7.7.7", "Forwarded",
					"for=6.6.6.6, proto=https;For=\"[2001:db8:9:8::7]:4711\";by=10.0.0.1", "Forwarded",
					"for=10.0.0.1" };
			HttpResponse<String> response = own.get("/ip/1", headers);
			assertThat(response.headers().map()).doesNotContainKeys("RateLimit", "RateLimit-Policy");
			assertThat(own.subjects("many")).containsExactly("ip:2001:db8:9:0:0:0:0:0/48");
		}
	}

	@Test
	void takesNewRulesOverWhileRunning() {
		try (WebApplication own = start(new String[0])) {
			assertThat(own.get("/ip/1").headers().map()).doesNotContainKey("RateLimit");
			own.context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("change", Map.of("redis-components.http-rate-limit.rules[0].paths",
						"/ip/{id}", "redis-components.http-rate-limit.rules[0].policy", "many")));
			assertThat(own.context.getBean(RedisComponentsRefresher.class).refresh().changed())
				.containsExactly("redis-components.http-rate-limit");
			assertThat(own.context.getBean(RedisComponentsRefresher.class).refresh().changed()).isEmpty();
			assertThat(own.get("/ip/1").headers().map()).containsKey("RateLimit");
			own.context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("bad", Map.of("redis-components.http-rate-limit.rules[0].paths",
						"/ip/1", "redis-components.http-rate-limit.rules[0].policy", "none")));
			assertThat(own.context.getBean(RedisComponentsRefresher.class).refresh().refused()).singleElement()
				.asString()
				.contains("redis-components.http-rate-limit.rules[0].policy");
			assertThat(own.get("/ip/1").headers().map()).containsKey("RateLimit");
		}
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
			assertThat(own.get("/ip/1").statusCode()).isEqualTo(200);
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
	void answersTheSameWhereAnAnnotatedMethodRefuses() {
		assertThat(application.get("/annotated").statusCode()).isEqualTo(200);
		assertThat(application.get("/annotated").statusCode()).isEqualTo(200);
		HttpResponse<String> refused = application.get("/annotated");
		assertThat(refused.statusCode()).isEqualTo(429);
		assertThat(header(refused, "RateLimit")).isEqualTo("\"two\";r=0;t=" + header(refused, "Retry-After"));
		assertThat(header(refused, "Content-Type")).isEqualTo("application/problem+json");
		assertThat(JsonMapper.shared().readTree(refused.body()).get("violated-policies").get(0).asString())
			.isEqualTo("two");
	}

	private static String header(HttpResponse<?> response, String name) {
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
