// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.limit;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.support.acl.AsDefaultUser;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.RedisTopology;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * What a {@link LimitQueue} does wherever it is connected.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(value = RedisTopology.class, names = { "STANDALONE", "CLUSTER", "REPLICATION" })
@Tag("contract")
@AsUserOfItsRoom
class LimitQueueTests extends LimitQueueFixture {

	LimitQueueTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void newElementsAreTheNewestAlthoughTheCounterWasLost() {
		LimitQueue<String> queue = queue(LimitQueueSettings.of(3));
		queue.offerAll(List.of("a", "b", "c"));
		server().masterFor(key("meta")).command("DEL", key("meta"));
		queue.offer("d");
		queue.offer("e");
		assertThat(queue.list()).containsExactly("e", "d", "c");
	}

	@Test
	void whatLostItsOtherHalfIsRemovedAndSaid() {
		for (String part : List.of("order", "values")) {
			LimitQueue<String> queue = queue(LimitQueueSettings.of(3));
			queue.offerAll(List.of("a", "b", "c"));
			server().masterFor(key(part)).command("DEL", key(part));
			assertThat(queue.list()).isEmpty();
			try (CapturedLog log = CapturedLog.of(LimitQueue.class.getPackageName())) {
				queue.offer("d");
				assertThat(log.lines()).containsExactly("WARN 3 elements of limit queue '" + this.name
						+ "' are gone, because one of its keys was lost");
			}
			assertThat(queue.list()).containsExactly("d");
			assertThat(look()).containsExactly(1L, 3L, 1L);
			queue.clear();
		}
	}

	@Test
	void keepsTheNewestInTheOrderOfTheirOffers() {
		LimitQueue<String> queue = queue(LimitQueueSettings.of(3));
		assertThat(queue.offer("a")).isEqualTo(new OfferResult(1, 0, 0, 0, 1));
		assertThat(queue.offer("b")).isEqualTo(new OfferResult(1, 0, 0, 0, 2));
		assertThat(queue.offer("b")).isEqualTo(new OfferResult(1, 0, 0, 0, 3));
		assertThat(queue.offer("c")).isEqualTo(new OfferResult(1, 0, 0, 1, 3));
		assertThat(queue.list()).containsExactly("c", "b", "b");
		assertThat(queue.newest(2)).containsExactly("c", "b");
		assertThat(queue.newest(100)).hasSize(3);
		assertThat(queue.size()).isEqualTo(3);
		assertThat(queue.length()).isEqualTo(3);
	}

	@Test
	void movesAValueThatIsThereToTheFront() {
		LimitQueue<String> queue = queue(LimitQueueSettings.of(3).withDedupe(Dedupe.VALUE));
		queue.offerAll(List.of("a", "b", "c"));
		assertThat(queue.offer("a")).isEqualTo(new OfferResult(0, 1, 0, 0, 3));
		assertThat(queue.list()).containsExactly("a", "c", "b");
		assertThat(queue.offer("d")).isEqualTo(new OfferResult(1, 0, 0, 1, 3));
		assertThat(queue.list()).containsExactly("d", "a", "c");
	}

	@Test
	void letsABusinessKeyInOncePerWindow() {
		LimitQueue<String> queue = queue(LimitQueueSettings.of(2).withDedupe(Dedupe.KEY));
		assertThat(queue.offer("anna:rose", "first")).isEqualTo(new OfferResult(1, 0, 0, 0, 1));
		OfferResult again = queue.offer("anna:rose", "second");
		assertThat(again).isEqualTo(new OfferResult(0, 0, 1, 0, 1));
		assertThat(again.accepted()).isFalse();
		assertThat(queue.offer("anna:cake", "third").accepted()).isTrue();
		assertThat(queue.list()).containsExactly("third", "first");
		queue.offer("ben:rose", "fourth");
		// Refused although its element has left the queue.
		assertThat(queue.list()).containsExactly("fourth", "third");
		assertThat(queue.offer("anna:rose", "fifth").refused()).isEqualTo(1);
	}

	@Test
	void letsABusinessKeyInAgainWhenItsWindowIsOverAndNoSooner() {
		Duration window = Duration.ofMillis(200);
		LimitQueue<String> queue = queue(LimitQueueSettings.of(10).withDedupe(Dedupe.KEY).withWindow(window));
		for (int i = 0; i < 3; i++) {
			String key = "key-" + i;
			long before = System.nanoTime();
			assertThat(queue.offer(key, "first").accepted()).isTrue();
			await().pollDelay(Duration.ZERO)
				.pollInterval(Duration.ofMillis(5))
				.until(() -> queue.offer(key, "second").accepted());
			// The server's clock has milliseconds, so one can be missing.
			assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(window.minusMillis(2));
		}
	}

	@Test
	void aShorterWindowOfLaterOffersLeavesEarlierOnesAsTheyAre() {
		LimitQueueSettings daily = LimitQueueSettings.of(10).withDedupe(Dedupe.KEY);
		assertThat(queue(daily).offer("anna:rose", "first").accepted()).isTrue();
		LimitQueue<String> brief = queue(daily.withWindow(Duration.ofMillis(1)));
		assertThat(brief.offer("ben:rose", "second").accepted()).isTrue();
		assertThat(number("PTTL", "windows")).isGreaterThan(Duration.ofHours(1).toMillis());
		assertThat(number("PTTL", "keys")).isGreaterThan(Duration.ofHours(1).toMillis());
		await().atMost(Duration.ofMinutes(1)).until(() -> brief.offer("ben:rose", "third").accepted());
		assertThat(brief.offer("anna:rose", "fourth").refused()).isEqualTo(1);
	}

	@Test
	void takesTheBusinessKeyFromTheElement() {
		LimitQueue<String> plain = queue(LimitQueueSettings.of(10).withDedupe(Dedupe.KEY));
		LimitQueue<String> queue = plain.keyedBy((gift) -> gift.substring(0, gift.indexOf(':')));
		assertThat(queue.offerAll(List.of("anna:1", "ben:1", "anna:2"))).isEqualTo(new OfferResult(2, 0, 1, 0, 2));
		assertThat(queue.offer("ben:2").refused()).isEqualTo(1);
		assertThat(plain.offer("ben", "ben:3").refused()).isEqualTo(1);
		assertThat(plain.list()).containsExactly("ben:1", "anna:1");
		assertThatIllegalStateException().isThrownBy(() -> plain.offer("carl:1")).withMessageContaining("keyedBy");
	}

	@Test
	void forgetsWindowsThatAreOver() {
		LimitQueue<String> queue = queue(
				LimitQueueSettings.of(5).withDedupe(Dedupe.KEY).withWindow(Duration.ofMillis(1)));
		IntStream.range(0, 200).forEach((i) -> queue.offer("key-" + i, "value"));
		List<Long> windows = windows();
		// Those of the last moment, and however many a fast machine adds in it.
		assertThat(windows).allSatisfy((number) -> assertThat(number).isLessThan(100));
		// One of the keys can expire a millisecond before the other.
		if (!windows.contains(0L)) {
			assertThat(windows.get(1)).isEqualTo(windows.get(0));
		}
		await().untilAsserted(() -> assertThat(number("EXISTS", "windows") + number("EXISTS", "keys")).isZero());
	}

	@Test
	void treatsDuplicatesWithinABatchLikeSingleOffers() {
		LimitQueue<String> queue = queue(LimitQueueSettings.of(10).withDedupe(Dedupe.VALUE));
		assertThat(queue.offerAll(List.of("a", "b", "a", "c", "b"))).isEqualTo(new OfferResult(3, 2, 0, 0, 3));
		assertThat(queue.list()).containsExactly("b", "c", "a");
	}

	@ParameterizedTest
	@EnumSource
	void keepsTheNewestOfABatchThatIsLongerThanTheQueue(Dedupe dedupe) {
		LimitQueue<String> queue = queue(LimitQueueSettings.of(10).withDedupe(dedupe)).keyedBy((value) -> value);
		List<String> batch = IntStream.range(0, 12_345).mapToObj(String::valueOf).toList();
		assertThat(queue.offerAll(batch)).isEqualTo(new OfferResult(12_345, 0, 0, 12_335, 10));
		assertThat(queue.list())
			.containsExactlyElementsOf(IntStream.range(0, 10).mapToObj((i) -> String.valueOf(12_344 - i)).toList());
		assertThat(number("HLEN", "values")).isEqualTo(10);
	}

	@Test
	void takesAndGivesLongQueuesAndLargeValues() {
		LimitQueue<String> queue = queue(LimitQueueSettings.of(20_000));
		List<String> batch = IntStream.range(0, 20_000).mapToObj(String::valueOf).toList();
		queue.offerAll(batch);
		assertThat(queue.list()).hasSize(20_000).startsWith("19999").endsWith("0");
		String large = "x".repeat(2_000_000);
		queue.offerAll(List.of(large, "y", large));
		assertThat(queue.newest(4)).containsExactly(large, "y", large, "19999");
	}

	@Test
	void pollsFromTheOldestOnAndThenNothing() {
		LimitQueue<String> queue = queue(LimitQueueSettings.of(5));
		queue.offerAll(List.of("a", "", "c"));
		assertThat(queue.poll()).contains("a");
		assertThat(queue.poll()).contains("");
		assertThat(queue.poll()).contains("c");
		assertThat(queue.poll()).isEmpty();
		assertThat(number("EXISTS", "values")).isZero();
	}

	@Test
	void removesEveryElementWithAValue() {
		LimitQueue<String> queue = queue(LimitQueueSettings.of(5000));
		queue.offerAll(IntStream.range(0, 3000).mapToObj((i) -> (i % 3 == 0) ? "x" : "y" + i).toList());
		assertThat(queue.remove("x")).isTrue();
		assertThat(queue.remove("x")).isFalse();
		assertThat(queue.size()).isEqualTo(2000);
		assertThat(queue.list()).hasSize(2000).doesNotContain("x");
		assertThat(number("HLEN", "values")).isEqualTo(2000);
	}

	@Test
	void clearsElementsAndBusinessKeysButKeepsTheLength() {
		LimitQueueSettings settings = LimitQueueSettings.of(7).withDedupe(Dedupe.KEY);
		LimitQueue<String> queue = queue(settings);
		queue.offer("k", "a");
		queue.clear();
		assertThat(queue.size()).isZero();
		assertThat(queue.list()).isEmpty();
		assertThat(queue.offer("k", "b").accepted()).isTrue();
		assertThat(queue(settings.withLength(9)).length()).isEqualTo(7);
	}

	@Test
	void trimsAtOnceWhenItsLengthChanges() {
		LiveSettings<LimitQueueSettings> settings = new LiveSettings<>(LimitQueueSettings.of(10));
		LimitQueue<String> queue = queue(settings);
		queue.offerAll(IntStream.range(0, 10).mapToObj(String::valueOf).toList());
		settings.swap(settings.get().withLength(4));
		await().untilAsserted(() -> assertThat(queue.list()).containsExactly("9", "8", "7", "6"));
		assertThat(queue.length()).isEqualTo(4);
		settings.swap(settings.get().withLength(6));
		queue.offerAll(List.of("10", "11", "12"));
		assertThat(queue.list()).containsExactly("12", "11", "10", "9", "8", "7");
	}

	@Test
	void obeysTheLengthThatWasConfiguredLastWhoeverWrites() {
		LiveSettings<LimitQueueSettings> old = new LiveSettings<>(LimitQueueSettings.of(10));
		LimitQueue<String> one = queue(old);
		one.offerAll(IntStream.range(0, 10).mapToObj(String::valueOf).toList());
		LimitQueue<String> other = queue(LimitQueueSettings.of(5));
		assertThat(other.offer("new")).isEqualTo(new OfferResult(1, 0, 0, 6, 5));
		assertThat(one.length()).isEqualTo(5);
		assertThat(one.offerAll(List.of("x", "y", "z"))).isEqualTo(new OfferResult(3, 0, 0, 3, 5));
		old.swap(LimitQueueSettings.of(8));
		await().untilAsserted(() -> assertThat(other.length()).isEqualTo(8));
		assertThat(other.offerAll(List.of("a", "b", "c", "d", "e")).size()).isEqualTo(8);
	}

	@Test
	void leavesTheLengthAloneWhenAnotherSettingChanges() {
		LiveSettings<LimitQueueSettings> old = new LiveSettings<>(LimitQueueSettings.of(3));
		LimitQueue<String> one = queue(old);
		one.offer("a");
		LimitQueue<String> other = queue(LimitQueueSettings.of(8));
		other.offerAll(List.of("b", "c", "d", "e"));
		old.swap(old.get().withTtl(Duration.ofDays(1)));
		assertThat(one.offer("f")).isEqualTo(new OfferResult(1, 0, 0, 0, 6));
		assertThat(other.length()).isEqualTo(8);
	}

	@Test
	void skipsAndCountsWhatCannotBeRead() {
		queue(LimitQueueSettings.of(10)).offerAll(List.of("{\"n\":1}", "poison", "{\"n\":2}", "null"));
		LimitQueue<Map<String, Integer>> queue = factory().get(this.name, new TypeRef<Map<String, Integer>>() {
		}, LimitQueueSettings.of(10));
		assertThat(queue.list()).containsExactly(Map.of("n", 2), Map.of("n", 1));
		assertThat(queue.undecodable()).isEqualTo(2);
		assertThat(queue.size()).isEqualTo(4);
		assertThat(queue.poll()).contains(Map.of("n", 1));
		assertThat(queue.poll()).contains(Map.of("n", 2));
		assertThat(queue.poll()).isEmpty();
		assertThat(queue.undecodable()).isEqualTo(4);
		assertThat(queue.size()).isZero();
	}

	@Test
	void letsAllItsKeysExpireTogether() {
		LimitQueueSettings settings = LimitQueueSettings.of(10).withTtl(Duration.ofSeconds(100));
		queue(settings).offer("a");
		for (String part : List.of("order", "values", "meta")) {
			assertThat(number("PTTL", part)).as(part).isBetween(40_000L, 100_000L);
		}
		queue(settings.withTtl(null)).offer("b");
		for (String part : List.of("order", "values", "meta")) {
			assertThat(number("PTTL", part)).as(part).isEqualTo(-1);
		}
	}

	@ParameterizedTest
	@EnumSource
	void changesNothingWhenAKeyHoldsAnotherType(Dedupe dedupe) {
		LimitQueue<String> queue = queue(LimitQueueSettings.of(10).withDedupe(dedupe)).keyedBy((value) -> value);
		number("HSET", "windows", "f", "v");
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> queue.offer("a"))
			.withMessageContaining("WRONGTYPE");
		for (String part : List.of("order", "values", "meta", "keys")) {
			assertThat(number("EXISTS", part)).as(part).isZero();
		}
	}

	@Test
	@AsDefaultUser(AsDefaultUser.COUNTS)
	void needsOneScriptForEachOperation() {
		LimitQueue<String> queue = queue(LimitQueueSettings.of(10));
		queue.offer("a");
		queue.list();
		queue.poll();
		queue.remove("a");
		server().resetStats();
		queue.offerAll(List.of("a", "b", "c"));
		queue.newest(2);
		queue.poll();
		queue.remove("b");
		assertThat(server().commandCalls()).containsEntry("evalsha", 4L).doesNotContainKey("eval");
	}

	@Test
	void checksArgumentsBeforeAnythingIsSent() {
		LimitQueue<String> queue = queue(LimitQueueSettings.of(10));
		LimitQueue<String> keyed = queue(LimitQueueSettings.of(10).withDedupe(Dedupe.KEY));
		server().resetStats();
		assertThatIllegalArgumentException().isThrownBy(() -> queue.newest(0)).withMessageStartingWith("n ");
		assertThatIllegalArgumentException().isThrownBy(() -> keyed.offer("", "a"))
			.withMessageStartingWith("businessKey ");
		assertThatIllegalArgumentException().isThrownBy(() -> keyed.offer("x".repeat(513), "a"))
			.withMessageStartingWith("businessKey ");
		assertThatIllegalArgumentException().isThrownBy(() -> keyed.keyedBy((value) -> "").offer("a"))
			.withMessageStartingWith("businessKey ");
		assertThatIllegalStateException().isThrownBy(() -> queue.offer("key", "a"))
			.withMessageContaining("business key");
		assertThat(queue.offerAll(List.of())).isEqualTo(new OfferResult(0, 0, 0, 0, 0));
		assertThat(server().commandCalls()).doesNotContainKeys("evalsha", "eval");
	}

}
