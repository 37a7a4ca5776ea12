// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.GuideClient;
import io.github.rediscomponents.sample.fixture.GuideProcess;
import io.github.rediscomponents.sample.fixture.Rushes;
import io.github.rediscomponents.test.FreePorts;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The demo with its second instance, as two processes: numbers of both, and a rush in the
 * middle of which the second one is killed by the button of the page.
 */
class RushProcessTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	@Test
	void noAcceptedOrderIsLostWhenTheSecondInstanceIsKilledInTheMiddle() throws IOException {
		int redis = FreePorts.next();
		int database = FreePorts.next();
		Guide.Settings settings = new Guide.Settings("localhost", redis)
			.with("redis-components.embedded.enabled", "true")
			.with("redis-components.embedded.port", String.valueOf(redis))
			.with("city-guide.demo.database-port", String.valueOf(database))
			.with("city-guide.ops.enabled", "true");
		String name = settings.value("redis-components.key-prefix");
		Guide.Settings second = new Guide.Settings("localhost", redis).profiles("two")
			.with("redis-components.key-prefix", name)
			.with("city-guide.ops.enabled", "true")
			.with("spring.datasource.url",
					"jdbc:h2:tcp://localhost:%d/mem:%s;MODE=MySQL;LOCK_TIMEOUT=10000".formatted(database, name));
		// The first one is not killed and runs in this JVM, which starts it at less cost.
		try (Guide one = Guide.start(settings); GuideProcess two = GuideProcess.start(second)) {
			await().atMost(PATIENCE).until(() -> Rushes.state(one).path("instances").size() == 2);
			assertThat(Rushes.state(two).path("faults").size()).isZero();
			assertNumbersOfBoth(one, two);
			Rushes.begin(one, Rushes.BUYERS);
			Rushes.awaitAccepted(one, 60);
			Rushes.send(two, "/rush?buyers=200").assertRefused();
			System.out.println(Rushes.state(one).at("/rush/accepted") + " accepted");
			Rushes.send(one, "/rush/fault/other-kill").assertDone();
			JsonNode rush = Rushes.end("Rush, second instance killed", one);
			assertThat(rush.path("instances").asInt()).isEqualTo(2);
			assertThat(Rushes.promises(rush)).hasSize(9)
				.allSatisfy((line) -> assertThat(line.path("kept").asBoolean()).as(line.toString()).isTrue());
			assertThat(Rushes.kept(rush, "OWNED")).isEqualTo(Rushes.STOCK + " of " + Rushes.STOCK);
			await().atMost(PATIENCE).until(() -> Rushes.state(one).path("instances").size() == 1);
			Rushes.send(one, "/rush/fault/other-kill").assertRefused();
		}
	}

	private static void assertNumbersOfBoth(GuideClient one, GuideClient two) {
		await().atMost(PATIENCE).untilAsserted(() -> {
			two.get("/shop/1").assertDone();
			JsonNode each = one.get("/ops/history?of=each").data();
			assertThat(each.path("others").size()).isOne();
			Set<String> instances = new TreeSet<>();
			each.path("lines").forEach((line) -> {
				if (line.path("plot").asString().equals("requests")) {
					instances.add(line.path("instance").asString());
				}
			});
			assertThat(instances).isEqualTo(
					new TreeSet<>(List.of(each.path("instance").asString(), each.path("others").get(0).asString())));
			assertThat(answered(one.get("/ops/history?of=all").data()))
				.isGreaterThan(answered(one.get("/ops/history").data()));
		});
	}

	private static double answered(JsonNode history) {
		double sum = 0;
		for (JsonNode line : history.path("lines")) {
			if (line.path("plot").asString().equals("requests") && line.path("name").asString().equals("ok")) {
				for (JsonNode value : line.path("values")) {
					sum += value.asDouble(0);
				}
			}
		}
		return sum;
	}

}
