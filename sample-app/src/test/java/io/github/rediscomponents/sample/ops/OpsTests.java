// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;

import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Sales;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The numbers of the operations page, and what the actuator shows.
 */
class OpsTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static Guide guide;

	@BeforeAll
	static void start() {
		guide = Guide.start(new Guide.Settings().with("city-guide.ops.enabled", "true"));
	}

	@AfterAll
	static void stop() {
		guide.close();
	}

	@Test
	void whatHappensIsInTheNextSamples() {
		long sale = Sales.create(guide, 3);
		String token = guide.loginAsSomebody();
		long begin = lastTime(history(0));
		guide.post("/voucher-order/seckill/" + sale, token).assertDone();
		guide.post("/voucher-order/seckill/999999999", token).assertRefused();
		guide.get("/shop/1").assertDone();
		guide.get("/nothing-is-here").assertStatus(404);
		await().atMost(PATIENCE).untilAsserted(() -> {
			JsonNode history = history(begin);
			assertThat(sum(history, "requests", "ok")).isGreaterThanOrEqualTo(3);
			assertThat(sum(history, "requests", "refused")).isGreaterThanOrEqualTo(1);
			assertThat(sum(history, "limiter", "admitted")).isGreaterThanOrEqualTo(2);
			assertThat(sum(history, "cache-loads", "lookups")).isGreaterThanOrEqualTo(1);
			assertThat(sum(history, "latency", "max")).isPositive();
			assertThat(last(history, "stock", "Test sale #" + sale)).isEqualTo(2);
			assertThat(values(history, "queue-depth", "orders")).isNotEmpty();
			assertThat(values(history, "queue-lag", "blog-like")).isNotEmpty();
		});
	}

	@Test
	void aClientAsksForWhatIsNewOnly() {
		await().atMost(PATIENCE).until(() -> history(0).path("times").size() > 2);
		JsonNode all = history(0);
		long second = all.path("times").get(1).asLong();
		JsonNode rest = history(second);
		assertThat(rest.path("times").get(0).asLong()).isEqualTo(all.path("times").get(2).asLong());
		rest.path("lines")
			.forEach((line) -> assertThat(line.path("values").size()).isEqualTo(rest.path("times").size()));
		assertThat(history(Long.MAX_VALUE).path("times").size()).isZero();
		assertThat(rest.path("instance").asString()).isEqualTo(all.path("instance").asString());
	}

	@Test
	void watchingIsNotCountedAsUse() {
		String json = guide.get("/ops/history").text();
		assertThat(json).doesNotContain("NaN", "Infinity");
		JsonNode before = guide.get("/actuator/metrics/http.server.requests").body();
		assertThat(before.path("name").asString()).isEqualTo("http.server.requests");
	}

	@Test
	void theActuatorShowsTheComponentsAndNothingOfTheEnvironment() {
		assertThat(guide.get("/actuator/health").body().path("status").asString()).isEqualTo("UP");
		assertThat(guide.get("/actuator/redisComponents").text()).contains("task-queue", "blog-like");
		for (String secret : List.of("env", "configprops", "beans", "heapdump", "loggers", "threaddump")) {
			assertThat(guide.get("/actuator/" + secret).status()).as(secret).isEqualTo(404);
		}
		assertThat(guide.post("/actuator/redisComponents/lock", null, "{\"name\":\"x\"}").status())
			.isGreaterThanOrEqualTo(400);
	}

	private JsonNode history(long since) {
		return guide.get("/ops/history?since=" + since).data();
	}

	private static long lastTime(JsonNode history) {
		JsonNode times = history.path("times");
		return times.isEmpty() ? 0 : times.get(times.size() - 1).asLong();
	}

	private static double sum(JsonNode history, String plot, String name) {
		return values(history, plot, name).stream().mapToDouble(JsonNode::asDouble).sum();
	}

	private static double last(JsonNode history, String plot, String name) {
		List<JsonNode> values = values(history, plot, name);
		return values.isEmpty() ? -1 : values.get(values.size() - 1).asDouble(-1);
	}

	/** The numbers of a line, without the gaps. */
	private static List<JsonNode> values(JsonNode history, String plot, String name) {
		return StreamSupport.stream(history.path("lines").spliterator(), false)
			.filter((line) -> line.path("plot").asString().equals(plot) && line.path("name").asString().equals(name))
			.flatMap((line) -> StreamSupport.stream(line.path("values").spliterator(), false))
			.filter((value) -> !value.isNull())
			.toList();
	}

}
