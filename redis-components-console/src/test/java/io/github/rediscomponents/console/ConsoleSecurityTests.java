// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The console behind the form login of Spring Security, in an application that permits
 * everything else to everyone.
 */
@ExtendWith(OutputCaptureExtension.class)
class ConsoleSecurityTests {

	private static final String RELEASE = "/redis-components/api/rooms/lock/release";

	private static RedisServer redis;

	private static ConfigurableApplicationContext context;

	@BeforeAll
	static void start() {
		redis = RedisServer.start();
		context = TestApplications.web(redis, TestApplications.Permissive.class,
				"redis-components.rate-limit.policies.code.limit=5",
				"redis-components.rate-limit.policies.code.period=1m");
	}

	@AfterAll
	static void stop() {
		context.close();
		redis.close();
	}

	private static TestBrowser browser() {
		return new TestBrowser(context);
	}

	@Test
	void thePageSendsToTheLoginAndTheLoginBackToThePage() throws Exception {
		TestBrowser browser = browser();
		HttpResponse<String> page = browser.get("/redis-components/");
		assertThat(page.statusCode()).isEqualTo(302);
		assertThat(page.headers().firstValue("Location").orElseThrow()).endsWith("/login");
		browser.login("reader");
		page = browser.get("/redis-components/");
		assertThat(page.statusCode()).isEqualTo(200);
		assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow()).contains("default-src 'self'")
			.contains("frame-ancestors 'none'");
		assertThat(page.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
		HttpResponse<String> bare = browser.get("/redis-components");
		assertThat(bare.statusCode()).isEqualTo(302);
		assertThat(bare.headers().firstValue("Location")).contains("redis-components/");
	}

	@ParameterizedTest
	@ValueSource(strings = { "state", "session", "settings", "rooms/lock?name=a", "rooms/lock/list?name=a&list=b" })
	void nothingIsAnsweredWithoutARole(String path) throws Exception {
		HttpResponse<String> anonymous = browser().get("/redis-components/api/" + path);
		assertThat(anonymous.statusCode()).isEqualTo(401);
		assertThat(anonymous.body()).startsWith("{\"error\":");
		assertThat(browser().login("nobody").get("/redis-components/api/" + path).statusCode()).isEqualTo(403);
	}

	@Test
	void aUserWithoutARoleDoesNotSeeThePage() throws Exception {
		assertThat(browser().login("nobody").get("/redis-components/").statusCode()).isEqualTo(403);
	}

	@Test
	void aReaderLooksAndDoesNotAct() throws Exception {
		TestBrowser reader = browser().login("reader");
		Map<String, Object> session = reader.json("/redis-components/api/session");
		assertThat(session).containsEntry("user", "reader")
			.containsEntry("role", "read")
			.containsEntry("path", "/redis-components")
			.containsEntry("application", "shop");
		try (Lease lease = context.getBean(DistributedLock.class).get("kept").acquire()) {
			HttpResponse<String> response = reader.act(RELEASE, "{\"name\":\"kept\"}");
			assertThat(response.statusCode()).isEqualTo(403);
			assertThat(context.getBean(DistributedLock.class).get("kept").info().held()).isTrue();
			assertThat(lease.isValid()).isTrue();
		}
		assertThat(reader.get("/redis-components/api/rooms/ratelimit?name=code").statusCode()).isEqualTo(403);
	}

	@Test
	void anOperatorActsAndTheLogSaysSo(CapturedOutput output) throws Exception {
		TestBrowser operator = browser().login("operator");
		Lease lease = context.getBean(DistributedLock.class).get("gone\n<b>").acquire();
		HttpResponse<String> response = operator.act(RELEASE, "{\"name\":\"gone\\n<b>\"}");
		assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
		assertThat(response.body()).isEqualTo("{\"released\":true}");
		assertThat(lease.lost().toCompletableFuture()).succeedsWithin(Duration.ofMinutes(1));
		assertThat(output).contains("'operator' performed 'release' on 'gone?<b>' of lock in the console");
		assertThat(operator.json("/redis-components/api/rooms/ratelimit?name=code")).containsKey("limits");
	}

	@Test
	void forgedActionsAreRefused() throws Exception {
		TestBrowser operator = browser().login("operator");
		Map<String, String> token = operator.token();
		String body = "{\"name\":\"forged\"}";
		try (Lease lease = context.getBean(DistributedLock.class).get("forged").acquire()) {
			// Spring Security's own token is missing.
			assertThat(operator.post(RELEASE, body, Map.of(), "X-Redis-Components-Console", "1").statusCode())
				.isEqualTo(403);
			for (List<String> headers : List.of(List.of("X-Other", "1"),
					List.of("X-Redis-Components-Console", "1", "Origin", "https://evil.example"),
					List.of("X-Redis-Components-Console", "1", "Origin", "null"), List.of("X-Redis-Components-Console",
							"1", "Origin", operator.address(), "Sec-Fetch-Site", "cross-site"),
					List.of("X-Redis-Components-Console", "1", "Sec-Fetch-Site", "same-site"))) {
				HttpResponse<String> response = operator.post(RELEASE, body, token, headers.toArray(String[]::new));
				assertThat(response.statusCode()).as(headers.toString()).isEqualTo(403);
			}
			assertThat(lease.isValid()).isTrue();
			assertThat(context.getBean(DistributedLock.class).get("forged").info().held()).isTrue();
		}
	}

	@Test
	void whatIsMistypedIsRefusedWithAReason() throws Exception {
		TestBrowser operator = browser().login("operator");
		assertThat(operator.act(RELEASE, "{").statusCode()).isEqualTo(400);
		assertThat(operator.act(RELEASE, "[]").statusCode()).isEqualTo(400);
		assertThat(operator.act(RELEASE, "null").statusCode()).isEqualTo(400);
		assertThat(operator.act(RELEASE, "{}").body()).contains("name must not be missing");
		assertThat(operator.act(RELEASE, "{\"name\":5}").body()).contains("name must be a text");
		assertThat(operator.act(RELEASE, "{\"name\":\"" + "a".repeat(20_000) + "\"}").statusCode()).isEqualTo(400);
		assertThat(operator.act(RELEASE, "{\"name\":\"" + "a".repeat(2_000) + "\"}").statusCode()).isEqualTo(400);
		assertThat(operator.act("/redis-components/api/rooms/lock/explode", "{\"name\":\"a\"}").statusCode())
			.isEqualTo(404);
		assertThat(operator.act("/redis-components/api/rooms/none/release", "{\"name\":\"a\"}").statusCode())
			.isEqualTo(404);
		assertThat(operator.get("/redis-components/api/rooms/lock").statusCode()).isEqualTo(400);
		assertThat(operator.get("/redis-components/api/nothing").statusCode()).isEqualTo(404);
		assertThat(operator.get("/redis-components/else").statusCode()).isEqualTo(404);
		assertThat(operator.get("/redis-components/api/rooms/lock?name=free").body()).contains("\"held\":false");
	}

	@Test
	void assetsNeedNoRoleAndAreNotSentTwice() throws Exception {
		HttpResponse<String> asset = browser().get("/redis-components/assets/js/main.js");
		assertThat(asset.statusCode()).isEqualTo(200);
		assertThat(asset.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/javascript");
		String etag = asset.headers().firstValue("ETag").orElseThrow();
		assertThat(browser().get("/redis-components/assets/js/main.js", "If-None-Match", etag).statusCode())
			.isEqualTo(304);
		assertThat(browser().get("/redis-components/assets/none.js").statusCode()).isEqualTo(404);
		assertThat(browser().get("/redis-components/assets/%2e%2e/index.html").statusCode())
			.isGreaterThanOrEqualTo(400);
		assertThat(browser().get("/redis-components/assets/..%5c..%5cspring.factories").statusCode())
			.isGreaterThanOrEqualTo(400);
	}

	@Test
	void anAddressOfManyPartsIsNoAsset() throws Exception {
		HttpResponse<String> asset = browser().get("/redis-components/assets/" + "a/".repeat(3500) + "main.js");
		assertThat(asset.statusCode()).as(asset.body()).isEqualTo(404);
		assertThat(asset.body()).isEqualTo("{\"error\":\"There is no such thing\"}");
	}

	@Test
	void theStateIsSentOnceUntilItChanges() throws Exception {
		TestBrowser reader = browser().login("reader");
		TestBrowser operator = browser().login("operator");
		await().atMost(Duration.ofMinutes(1))
			.until(() -> operator.json("/redis-components/api/state").toString().contains("actions=[release]"));
		Map<String, Object> state = reader.json("/redis-components/api/state");
		assertThat(state).containsKeys("time", "interval", "collector", "redis", "processes", "rooms", "refusals");
		assertThat(state.toString()).contains("actions=[]").doesNotContain("actions=[release]");
		await().atMost(Duration.ofMinutes(1)).until(() -> {
			String etag = reader.get("/redis-components/api/state").headers().firstValue("ETag").orElseThrow();
			return reader.get("/redis-components/api/state", "If-None-Match", etag).statusCode() == 304;
		});
	}

}
