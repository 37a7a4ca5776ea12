// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Rushes;
import io.github.rediscomponents.test.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rushes in the middle of which Redis is killed or emptied, by the buttons of the page.
 */
class RushOutageTests {

	private static Guide guide;

	@BeforeAll
	static void start() {
		guide = Guide.start(new Guide.Settings().impatient()
			.without("spring.data.redis.host")
			.without("spring.data.redis.port")
			.with("redis-components.embedded.enabled", "true")
			.with("redis-components.embedded.port", "0")
			.with("city-guide.demo.database-port", "0"));
	}

	@AfterAll
	static void stop() {
		guide.close();
	}

	@Test
	void noAcceptedOrderIsLostWhenRedisIsKilledInTheMiddle() {
		Rushes.begin(guide, Rushes.BUYERS);
		Rushes.awaitAccepted(guide, 60);
		System.out.println(Rushes.state(guide).at("/rush/accepted") + " accepted");
		Rushes.send(guide, "/rush/fault/redis-kill").assertDone();
		Rushes.send(guide, "/rush/fault/redis-kill").assertRefused();
		JsonNode rush = Rushes.end("Rush, Redis killed for five seconds", guide);
		assertKept(rush, Rushes.STOCK);
		assertThat(guide.bean(RedisServer.class).isRunning()).isTrue();
		assertAftermath("redis-kill");
		JsonNode events = Rushes.state(guide).path("events");
		assertThat(events.toString()).contains("redis-killed", "redis-back");
	}

	@Test
	void noAcceptedOrderIsLostWhenRedisIsEmptiedInTheMiddle() {
		Rushes.begin(guide, Rushes.BUYERS);
		Rushes.awaitAccepted(guide, 60);
		System.out.println(Rushes.state(guide).at("/rush/accepted") + " accepted");
		Rushes.send(guide, "/rush/fault/redis-empty").assertDone();
		JsonNode rush = Rushes.end("Rush, Redis emptied", guide);
		assertKept(rush, Rushes.STOCK);
		assertThat(rush.path("loggedIn").asInt()).isPositive();
		assertAftermath("redis-empty");
	}

	private static void assertKept(JsonNode rush, int stock) {
		assertThat(Rushes.promises(rush)).hasSize(9)
			.allSatisfy((line) -> assertThat(line.path("kept").asBoolean()).as(line.toString()).isTrue());
		assertThat(Rushes.kept(rush, "OWNED")).isEqualTo(stock + " of " + stock);
		assertThat(Rushes.kept(rush, "STOCK")).isEqualTo("0 of " + stock + " left");
		assertThat(Rushes.kept(rush, "AGREED")).isEqualTo("0 and 0 left, %d and %d buyers".formatted(stock, stock));
	}

	private static void assertAftermath(String fault) {
		JsonNode aftermath = Rushes.aftermath(guide, fault);
		Rushes.promises(aftermath)
			.forEach((line) -> System.out.printf("  after %s: %s (%s)%n", fault, line.path("sentence").asString(),
					line.path("numbers").asString()));
		assertThat(Rushes.promises(aftermath)).hasSize(3)
			.allSatisfy((line) -> assertThat(line.path("kept").asBoolean()).as(line.toString()).isTrue());
	}

}
