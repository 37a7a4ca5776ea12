// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.GuideProcess;
import io.github.rediscomponents.sample.fixture.Sales;
import io.github.rediscomponents.sample.fixture.Visit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.aot.AotDetector;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * The application as the build has processed it ahead of time, on the JVM.
 */
@EnabledIfSystemProperty(named = "sample.aot", matches = "true", disabledReason = "mvn test -Paot runs it")
class AheadOfTimeSampleTests {

	private static final Path GENERATED = Path.of("target/spring-aot/main");

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	@TempDir
	private static Path uploads;

	private static GuideProcess guide;

	@BeforeAll
	static void start() {
		guide = GuideProcess.start(Processed.class, arguments());
	}

	private static List<String> arguments(String... more) {
		List<String> all = new ArrayList<>(List.of("--redis-components.embedded.port=0",
				"--spring.datasource.url=jdbc:h2:mem:aot;MODE=MySQL;DB_CLOSE_DELAY=-1",
				"--redis-components.key-prefix=aot", "--redis-components.command-timeout=20s",
				"--spring.data.redis.timeout=20s", "--city-guide.upload.directory=" + uploads));
		all.addAll(List.of(more));
		return all;
	}

	@AfterAll
	static void stop() {
		guide.close();
	}

	@Test
	void servesWhatAUserDoesWithoutAnErrorInTheLog() {
		String token = login();
		guide.get("/user/me", token).assertDone();
		assertThat(guide.get("/shop/3").data().path("name").asString()).contains("新白鹿");
		assertThat(guide.get("/shop-type/list").list()).isNotEmpty();
		long voucher = Sales.create(guide, token, 1);
		String order = guide.post("/voucher-order/seckill/" + voucher, token).data().asString();
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(guide.get("/voucher-order/" + order, token).data().path("status").asInt())
				.isEqualTo(1));
		assertThat(Sales.left(guide, voucher)).isZero();
		Visit.like(guide, token);
		assertThat(guide.get("/actuator/redisComponents").body().path("task-queue").path("queues").has("blog-like"))
			.isTrue();
		assertThat(guide.output()).doesNotContain(" ERROR ", " WARN ", "Exception");
	}

	@Test
	void limitsAsItsRulesSay() {
		int refused = 0;
		for (int i = 0; i < 25; i++) {
			refused += (guide.post("/user/code?phone=" + Guide.randomAccount()).status() == 429) ? 1 : 0;
		}
		assertThat(refused).isBetween(5, 6);
	}

	@Test
	void refusesARuleOfTheRunWhosePolicyIsUnknown() {
		assertThatThrownBy(() -> GuideProcess
			.start(Processed.class,
					arguments("--redis-components.rate-limit.policies.other.limit=1",
							"--redis-components.rate-limit.policies.other.period=1s",
							"--redis-components.http-rate-limit.rules[0].paths=/x",
							"--redis-components.http-rate-limit.rules[0].policy=othr"))
			.close()).hasMessageContaining("redis-components.http-rate-limit.rules")
			.hasMessageContaining("Did you mean 'other'");
	}

	@Test
	void everyScriptIsInTheMetadata() throws IOException {
		Set<String> globs = new TreeSet<>();
		for (JsonNode resource : metadata().path("resources")) {
			globs.add(resource.path("glob").asString());
		}
		assertThat(globs).contains("META-INF/redis-components/lua/**/*.lua", "sale/*.lua", "data/*.csv",
				"openapi/*.json", "redis-server-*", "io/github/rediscomponents/test/supervise.sh");
	}

	@Test
	void valuesAreInTheMetadata() throws IOException {
		Set<String> types = new TreeSet<>();
		for (JsonNode type : metadata().path("reflection")) {
			types.add(type.path("type").asString(""));
		}
		assertThat(types).contains("io.github.rediscomponents.sample.activity.Activity",
				"io.github.rediscomponents.sample.blog.LikeChange", "io.github.rediscomponents.sample.chat.Line",
				"io.github.rediscomponents.sample.order.SaleOrder", "io.github.rediscomponents.sample.shop.Shop",
				"io.github.rediscomponents.sample.shop.ShopType");
	}

	private static JsonNode metadata() throws IOException {
		try (Stream<Path> files = Files.walk(GENERATED)) {
			Path file = files.filter((one) -> one.endsWith("reachability-metadata.json")).findFirst().orElseThrow();
			return new JsonMapper().readTree(Files.readString(file));
		}
	}

	private static String login() {
		String account = Guide.randomAccount();
		String code = guide.post("/user/code?phone=" + Guide.encode(account)).data().asString();
		return guide.post("/user/login", null, "{\"phone\":\"%s\",\"code\":\"%s\"}".formatted(account, code))
			.data()
			.asString();
	}

	/** With the option that makes Spring use what was generated. */
	static final class Processed {

		private Processed() {
		}

		public static void main(String[] args) {
			System.setProperty(AotDetector.AOT_ENABLED, "true");
			SampleApplication.main(args);
		}

	}

}
