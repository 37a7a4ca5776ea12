// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What other instances share, and all instances together.
 */
class NeighbourTests {

	private static final Sample.Line RATE = new Sample.Line("cache-hits", "rate");

	private static final JsonMapper JSON = JsonMapper.shared();

	private final Peers peers = new Peers();

	@Test
	void aPeerWhoseClockGoesBackIsHeardAtOnce() {
		this.peers.heard("a", sent(1000, 2000, 3000));
		this.peers.heard("a", sent(2000, 3000, 500));
		this.peers.heard("a", sent(3000, 500, 1500));
		for (int i = 1; i <= 5; i++) {
			this.peers.tick(i);
		}
		// Three wait at most; the oldest made room.
		assertThat(values("a")).containsExactly(3000.0, 500.0, 1500.0);
	}

	@Test
	void whatIsKnownIsSkipped() {
		for (int i = 0; i < 3; i++) {
			this.peers.heard("a", sent(1000, 2000));
			this.peers.tick(i + 1);
		}
		assertThat(values("a")).containsExactly(1000.0, 2000.0);
	}

	@Test
	void thePeerThatHasBeenSilentForTheLongestTimeMakesRoom() {
		for (int i = 0; i < 8; i++) {
			this.peers.heard("p" + i, sent(1));
		}
		this.peers.heard("p0", sent(2));
		this.peers.heard("new", sent(1));
		this.peers.tick(1);
		assertThat(this.peers.after(0).keySet()).containsExactly("new", "p0", "p2", "p3", "p4", "p5", "p6", "p7");
	}

	@Test
	void aHitRateIsWeightedByTheLookupsThatItIsOf() {
		// 90 of 100 at one; 0 of 100 at the other, whose filter rejects 900 more.
		Sample one = new Sample(1, Map.of(RATE, 90.0, line("lookups"), 100.0, line("absent"), 0.0));
		Sample other = new Sample(1, Map.of(RATE, 0.0, line("lookups"), 1000.0, line("absent"), 900.0));
		assertThat(Together.of(List.of(one), List.of(List.of(other))).get(0).values()).containsEntry(RATE, 45.0)
			.containsEntry(line("absent"), 900.0);
	}

	@Test
	void anInstanceOfAnOlderReleaseHasNoRejectedLookups() {
		Sample one = new Sample(1, Map.of(RATE, 100.0, line("lookups"), 10.0));
		Sample other = new Sample(1, Map.of(RATE, 0.0, line("lookups"), 30.0));
		assertThat(Together.of(List.of(one), List.of(List.of(other))).get(0).values()).containsEntry(RATE, 25.0);
	}

	@Test
	void aHistorySaysWhatCanBeAdded() {
		assertThat(History.of("a", List.of(), List.of()).summed()).contains("requests", "cache-loads")
			.doesNotContain("latency", "cache-hits", "stock", "queue-depth", "redis-memory");
	}

	@Test
	void aTextThatIsUnusableIsNobodysElse() {
		String good = "{\"address\":\"http://localhost:8081\",\"second\":true,\"samples\":[{\"time\":1,\"values\":{\"a|b\":1.0}}],\"later\":1}";
		assertThat(Shared.read(JSON, "8081-abcd", good)).isPresent();
		for (String bad : List.of("", "{", "null", "[]", "{}", good.replace("http://localhost:8081", "not an address"),
				good.replace("http://localhost:8081", "file:///etc"), good.replace("\"http://localhost:8081\"", "null"),
				good.replace("{\"time\":1,\"values\":{\"a|b\":1.0}}", "null"), good.replace("{\"a|b\":1.0}", "null"),
				good.replace("a|b", "a|" + "b".repeat(1000)), good.replace("a|b", "a|" + "b".repeat(1_000_000)))) {
			assertThat(Shared.read(JSON, "8081-abcd", bad)).as(bad.substring(0, Math.min(200, bad.length()))).isEmpty();
		}
		assertThat(Shared.read(JSON, "x".repeat(65), good)).isEmpty();
	}

	@Test
	void theSamplesOfTheOthersAreThereBeforeTheOwn() {
		List<Integer> seen = new ArrayList<>();
		Sampler[] sampler = new Sampler[1];
		sampler[0] = new Sampler(true, () -> true, (time) -> seen.add(sampler[0].after(0).size()), List.of(),
				List.of());
		sampler[0].sample();
		sampler[0].sample();
		assertThat(seen).containsExactly(0, 1);
	}

	private List<Double> values(String peer) {
		return this.peers.after(0).get(peer).stream().flatMap((sample) -> sample.values().values().stream()).toList();
	}

	private static List<Shared.Sent> sent(long... times) {
		return LongStream.of(times).mapToObj((time) -> new Shared.Sent(time, Map.of("a|b", (double) time))).toList();
	}

	private static Sample.Line line(String name) {
		return new Sample.Line("cache-loads", name);
	}

}
