// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;

import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Rushes as their page makes them.
 */
final class Rushes {

	private static final Duration PATIENCE = Duration.ofMinutes(5);

	/**
	 * Each look is a request whose answer has the curve: a hundred a second would cost
	 * more than the rush.
	 */
	static final Duration LOOKING = Duration.ofMillis(100);

	/** Number of buyers of the rushes with faults: 200, 1000 or 5000. */
	static final int BUYERS = Integer.getInteger("city-guide.test.rush-buyers", 1000);

	/** Number of pieces of these rushes. */
	static final int STOCK = BUYERS / 4;

	private Rushes() {
	}

	/** Sends what the page sends. */
	static Answer send(GuideClient guide, String path) {
		return guide
			.send(guide.request(path, null).header("X-Requested-By", "city-guide").POST(BodyPublishers.noBody()));
	}

	static void begin(GuideClient guide, int buyers) {
		send(guide, "/rush?buyers=" + buyers).assertDone();
	}

	static JsonNode state(GuideClient guide) {
		return guide.get("/rush").assertDone().data();
	}

	/** Waits until a rush has as many accepted orders. */
	static void awaitAccepted(GuideClient guide, int accepted) {
		await().atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(20))
			.until(() -> state(guide).at("/rush/accepted").asInt() >= accepted);
	}

	/**
	 * Waits for the end of a rush, prints the promises, and returns what is seen of it.
	 */
	static JsonNode end(String title, GuideClient guide) {
		JsonNode rush = over(guide);
		System.out.printf("%s: %d accepted, %d refused, %d unclear, %d logged in again, p50 %s ms, p99 %s ms, %d ms%n",
				title, rush.path("accepted").asInt(), rush.path("refused").asInt(), rush.path("unclear").asInt(),
				rush.path("loggedIn").asInt(), rush.path("median").asString(), rush.path("most").asString(),
				rush.path("took").asLong());
		promises(rush)
			.forEach((line) -> System.out.printf("  %s: %s (%s)%n", line.path("kept").asBoolean() ? "kept" : "BROKEN",
					line.path("sentence").asString(), line.path("numbers").asString()));
		assertThat(rush.path("phase").asString()).as(rush.path("problem").asString("")).isEqualTo("DONE");
		return rush;
	}

	/**
	 * Waits for the end of a rush, however it ends, and returns what is seen of it.
	 */
	static JsonNode over(GuideClient guide) {
		return await().atMost(PATIENCE)
			.pollInterval(LOOKING)
			.until(() -> state(guide).path("rush"),
					(seen) -> List.of("DONE", "NOT_CLEANED", "FAILED").contains(seen.path("phase").asString()));
	}

	/**
	 * Waits until the effects of a fault have been looked at, and returns what was seen.
	 */
	static JsonNode aftermath(GuideClient guide, String fault) {
		return await().atMost(PATIENCE)
			.pollInterval(LOOKING)
			.until(() -> state(guide).path("aftermath"),
					(seen) -> seen.path("fault").asString().equals(fault) && !seen.path("lasting").asBoolean());
	}

	static List<JsonNode> promises(JsonNode rush) {
		return StreamSupport.stream(rush.path("promises").spliterator(), false).toList();
	}

	/** The numbers of a promise, which has to be kept. */
	static String kept(JsonNode rush, String promise) {
		JsonNode line = promises(rush).stream()
			.filter((one) -> one.path("promise").asString().equals(promise))
			.findFirst()
			.orElseThrow();
		assertThat(line.path("kept").asBoolean()).as(line.toString()).isTrue();
		return line.path("numbers").asString();
	}

}
