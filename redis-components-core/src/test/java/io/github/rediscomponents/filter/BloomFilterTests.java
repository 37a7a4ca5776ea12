// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.RedisTopology;

import static io.github.rediscomponents.filter.Membership.ABSENT;
import static io.github.rediscomponents.filter.Membership.MAYBE;
import static io.github.rediscomponents.filter.Membership.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

/**
 * What a {@link BloomFilter} does wherever it is connected.
 */
@Tag("contract")
@StandaloneAndCluster
@AsUserOfItsRoom
class BloomFilterTests extends BloomFilterFixture {

	private final BloomFilter filter = filter(SETTINGS);

	BloomFilterTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void deletesItsSlicesTogether() {
		BloomFilter large = filter(large());
		large.create();
		int slices = large.stats().slices();
		assertThat(slices).isGreaterThan(3);
		server().resetStats();
		large.remove();
		Map<String, Long> calls = server().commandCalls();
		// Scripts go out in one flush; a plain command would be waited for by itself.
		assertThat(calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("eval", 0L)).isGreaterThanOrEqualTo(slices);
		assertThat(keys()).isEmpty();
	}

	@Test
	void knowsNothingBeforeItIsBuilt() {
		assertThat(this.filter.test("anna")).isEqualTo(UNKNOWN);
		assertThat(this.filter.mightContain("anna")).isTrue();
		assertThat(this.filter.add("anna")).isEqualTo(UNKNOWN);
		assertThat(this.filter.testAll(List.of("anna", "ben"))).containsExactly(UNKNOWN, UNKNOWN);
		assertThat(this.filter.stats()).isEqualTo(new BloomStats(false, false, 0, 0, 0, 0, 0, 0, 1));
		assertThat(keys()).isEmpty();
	}

	@Test
	void knowsWhatWasAddedByAnyProcess() {
		assertThat(this.filter.create()).isTrue();
		assertThat(this.filter.create()).isFalse();
		BloomFilter other = filter(SETTINGS);
		assertThat(this.filter.test("anna")).isEqualTo(ABSENT);
		assertThat(this.filter.add("anna")).isEqualTo(ABSENT);
		assertThat(other.test("anna")).isEqualTo(MAYBE);
		assertThat(other.add("anna")).isEqualTo(MAYBE);
		assertThat(other.addAll(List.of("ben", "anna", "ben"))).containsExactly(ABSENT, MAYBE, MAYBE);
		assertThat(this.filter.testAll(List.of("carla", "ben", "anna"))).containsExactly(ABSENT, MAYBE, MAYBE);
		assertThat(this.filter.testAll(List.of())).isEmpty();
		assertThat(this.filter.mightContain("carla")).isFalse();
	}

	@Test
	@Tag("long")
	void isWrongAsOftenAsItMayBeWhenItIsFullAndNeverTheOtherWay() {
		for (double rate : new double[] { 0.3, 0.01, 0.001 }) {
			BloomFilter full = filter(SETTINGS.withErrorRate(rate));
			full.remove();
			assertThat(full.create()).isTrue();
			full.addAll(elements("in", 0, 10_000));
			assertThat(full.testAll(elements("in", 0, 10_000))).containsOnly(MAYBE);
			long wrong = full.testAll(elements("out", 0, 200_000)).stream().filter(MAYBE::equals).count();
			assertThat(wrong / 200_000.0).as("%s", rate).isBetween(rate * 0.8, rate * 1.1);
			BloomStats stats = full.stats();
			assertThat(stats.fill()).isCloseTo(0.5, within(0.05));
			assertThat(stats.elements()).isCloseTo(10_000, within(200L));
			assertThat(stats.errorRate()).isCloseTo(rate, within(rate * 0.1));
			assertThat(stats.built()).isTrue();
			assertThat(stats.rebuilding()).isFalse();
			assertThat(stats.capacity()).isEqualTo(10_000);
		}
	}

	@Test
	void spreadsALargeFilterOverSlicesOfEightMegabytes() {
		BloomFilter large = filter(large());
		assertThat(large.create()).isTrue();
		assertThat(sliceKeys()).hasSize(5).allSatisfy((key) -> {
			assertThat(Long.parseLong(raw("STRLEN", key))).isBetween(7_000_000L, 8L << 20);
			assertThat(memory(key)).isLessThanOrEqualTo((8 << 20) + 4096);
			assertThat(raw("PTTL", key)).isEqualTo("-1");
		});
		assertThat(large.addAll(elements("in", 0, 6000))).filteredOn(ABSENT::equals).hasSize(6000);
		assertThat(large.testAll(elements("in", 0, 6000))).containsOnly(MAYBE);
		assertThat(large.testAll(elements("out", 0, 6000))).containsOnly(ABSENT);
		assertThat(large.stats().elements()).isEqualTo(6000);
		assertThat(large.stats().slices()).isEqualTo(5);
		if (server().nodes().size() > 1) {
			assertThat(sliceKeys().stream().map((key) -> server().masterFor(key)).distinct().count()).isGreaterThan(1);
		}
	}

	@Test
	void doesNotKnowWhatWasInALostSlice() {
		BloomFilter large = filter(large());
		large.create();
		large.addAll(elements("in", 0, 1000));
		raw("DEL", sliceKeys(2).get(0));
		List<Membership> found = large.testAll(elements("in", 0, 1000));
		assertThat(found).containsOnly(MAYBE, UNKNOWN);
		assertThat(found).filteredOn(UNKNOWN::equals).hasSizeBetween(130, 270);
		assertThat(large.testAll(elements("out", 0, 1000))).containsOnly(ABSENT, UNKNOWN);
		assertThat(large.stats().lostSlices()).isEqualTo(1);
		assertThat(large.stats().errorRate()).isCloseTo(0.2, within(0.01));
		// What is added to it is not kept, and makes no slice that seems to know.
		assertThat(large.addAll(elements("in", 0, 1000))).containsOnly(MAYBE, UNKNOWN);
		assertThat(sliceKeys()).hasSize(4);
		assertThat(rebuild(large, elements("in", 0, 1000))).isTrue();
		assertThat(large.testAll(elements("in", 0, 1000))).containsOnly(MAYBE);
	}

	@Test
	void doesNotKnowAnythingWhenItIsLostOrRemoved() {
		this.filter.create();
		this.filter.add("anna");
		BloomFilter other = filter(SETTINGS);
		other.test("anna");
		keys().forEach((key) -> raw("DEL", key));
		assertThat(this.filter.test("anna")).isEqualTo(UNKNOWN);
		assertThat(this.filter.add("anna")).isEqualTo(UNKNOWN);
		assertThat(other.test("ben")).isEqualTo(UNKNOWN);
		assertThat(keys()).isEmpty();
		// Another generation than the one that others know.
		this.filter.create();
		this.filter.add("ben");
		await().untilAsserted(() -> assertThat(other.test("ben")).isEqualTo(MAYBE));
		this.filter.remove();
		assertThat(keys()).isEmpty();
		assertThat(this.filter.test("ben")).isEqualTo(UNKNOWN);
		assertThat(other.test("ben")).isEqualTo(UNKNOWN);
	}

	@Test
	void neverAnswersFromSlicesThatOutliveTheFilter() {
		this.filter.create();
		assertThat(this.filter.test("anna")).isEqualTo(ABSENT);
		List<String> slices = sliceKeys();
		raw("DEL", filterKey());
		assertThat(this.filter.test("anna")).isEqualTo(UNKNOWN);
		await().untilAsserted(() -> assertThat(sliceKeys()).doesNotContainAnyElementsOf(slices));
	}

	@Test
	void findsWhatWasAddedToTheFilterThatReplacesALostOne() {
		this.filter.create();
		this.filter.add("ben");
		BloomFilter first = filter(SETTINGS);
		assertThat(first.test("anna")).isEqualTo(ABSENT);
		raw("DEL", filterKey());
		BloomFilter second = filter(SETTINGS);
		assertThat(second.create()).isTrue();
		assertThat(second.add("anna")).isEqualTo(ABSENT);
		// Asks only, from then on.
		assertThat(first.testAll(List.of("anna", "ben"))).containsExactly(MAYBE, ABSENT);
		assertThat(this.filter.add("anna")).isEqualTo(MAYBE);
		assertThat(this.filter.add("carla")).isEqualTo(ABSENT);
		assertThat(second.test("carla")).isEqualTo(MAYBE);
	}

	@Test
	void failsLoudlyWithOtherSettingsUntilItIsRebuilt() {
		this.filter.create();
		this.filter.add("anna");
		for (BloomFilterSettings settings : List.of(BloomFilterSettings.of(10_001), SETTINGS.withErrorRate(0.02),
				SETTINGS.withEngine(BloomEngine.MODULE))) {
			BloomFilter other = filter(settings);
			assertThatExceptionOfType(BloomFilterMismatchException.class).isThrownBy(() -> other.test("anna"))
				.withMessageContaining("'users'")
				.withMessageContaining("capacity=10000 error-rate=0.01")
				.satisfies((ex) -> assertThat(ex.configured()).contains("capacity=" + settings.capacity()));
			assertThatExceptionOfType(BloomFilterMismatchException.class).isThrownBy(() -> other.add("anna"));
			assertThatExceptionOfType(BloomFilterMismatchException.class)
				.isThrownBy(() -> other.testAll(List.of("anna")));
			assertThatExceptionOfType(BloomFilterMismatchException.class).isThrownBy(other::create);
			assertThat(other.stats().capacity()).isEqualTo(10_000);
		}
		BloomFilter larger = filter(BloomFilterSettings.of(50_000).withSettle(SETTINGS.settle()));
		List<Membership> meanwhile = new ArrayList<>();
		assertThat(rebuild(larger, () -> {
			// While it is being built both sides go on, and both filters get what is
			// added.
			meanwhile.add(this.filter.add("carla"));
			meanwhile.add(larger.add("dora"));
			meanwhile.add(this.filter.test("dora"));
		}, List.of("anna"))).isTrue();
		assertThat(meanwhile).containsExactly(ABSENT, ABSENT, MAYBE);
		assertThat(larger.testAll(List.of("anna", "carla", "dora", "emma"))).containsExactly(MAYBE, MAYBE, MAYBE,
				ABSENT);
		assertThatExceptionOfType(BloomFilterMismatchException.class).isThrownBy(() -> this.filter.test("anna"));
		assertThat(larger.stats().capacity()).isEqualTo(50_000);
	}

	@Test
	void takesOneRoundTripForOneElementAndAFewCommandsForMany() {
		this.filter.create();
		this.filter.add("warm");
		this.filter.fill();
		await().until(() -> this.filter.fill() > 0);
		assertThat(commands(() -> this.filter.test("anna"))).containsEntry("bitfield", 1L)
			.containsEntry("evalsha", 1L)
			.doesNotContainKeys("eval", "hgetall");
		assertThat(commands(() -> this.filter.add("anna"))).containsEntry("evalsha", 2L)
			.doesNotContainKeys("hgetall", "eval");
		assertThat(commands(() -> this.filter.testAll(elements("x", 0, 1000)))).containsEntry("bitfield", 4L)
			.containsEntry("evalsha", 1L)
			.doesNotContainKey("hgetall");
		assertThat(commands(() -> this.filter.addAll(elements("x", 0, 400)))).containsEntry("evalsha", 3L)
			.containsEntry("setbit", 2800L);
	}

	@Test
	void tellsOnceThatItIsTooFull() {
		this.filter.create();
		for (int i = 0; i < 9_500; i += 500) {
			this.filter.addAll(elements("in", i, i + 500));
			await().until(() -> !Double.isNaN(this.filter.fill()));
		}
		assertThat(this.heard).isEmpty();
		for (int i = 9_500; i < 14_000; i += 500) {
			this.filter.addAll(elements("in", i, i + 500));
			await().pollInSameThread().until(() -> !Double.isNaN(this.filter.fill()));
		}
		await().untilAsserted(() -> assertThat(this.heard).containsExactly("users is too full"));
		this.filter.addAll(elements("in", 20_000, 24_000));
		assertThat(rebuild(this.filter, List.of())).isTrue();
		assertThat(this.heard).containsExactly("users is too full", "users read 0");
	}

	@Test
	void refusesBadInputBeforeAnythingIsSent() {
		server().resetStats();
		assertThatIllegalArgumentException().isThrownBy(() -> this.filter.add(""));
		assertThatIllegalArgumentException().isThrownBy(() -> this.filter.test("x".repeat(65_537)));
		assertThatIllegalArgumentException().isThrownBy(() -> this.filter.addAll(List.of("fine", "")));
		assertThat(server().commandCalls()).doesNotContainKeys("evalsha", "eval", "bitfield", "hgetall");
	}

	private Map<String, Long> commands(Runnable action) {
		server().resetStats();
		action.run();
		return server().commandCalls();
	}

}
