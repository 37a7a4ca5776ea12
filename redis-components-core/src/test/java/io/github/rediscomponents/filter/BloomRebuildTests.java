// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.BatchProgress;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static io.github.rediscomponents.filter.Membership.ABSENT;
import static io.github.rediscomponents.filter.Membership.MAYBE;
import static io.github.rediscomponents.filter.Membership.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * What a rebuild of a {@link BloomFilter} does wherever it is connected.
 */
@Tag("contract")
@StandaloneAndCluster
class BloomRebuildTests extends BloomFilterFixture {

	private final BloomFilter filter = filter(SETTINGS);

	private final BloomFilter other = filter(SETTINGS);

	BloomRebuildTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void leavesOutWhatIsGoneAndDeletesTheOldSlices() throws Exception {
		this.filter.create();
		this.filter.addAll(elements("gone", 0, 5000));
		List<String> before = sliceKeys();
		List<Long> told = new ArrayList<>();
		AtomicBoolean closed = new AtomicBoolean();
		assertThat(
				this.filter.rebuild(() -> elements("in", 0, 7000).stream().onClose(() -> closed.set(true)), told::add))
			.isTrue();
		assertThat(told).containsExactly(5000L, 7000L);
		assertThat(closed).isTrue();
		assertThat(this.filter.testAll(elements("in", 0, 7000))).containsOnly(MAYBE);
		assertThat(this.filter.testAll(elements("gone", 0, 5000))).filteredOn(ABSENT::equals).hasSizeGreaterThan(4900);
		assertThat(sliceKeys()).hasSameSizeAs(before).doesNotContainAnyElementsOf(before);
		assertThat(this.heard).containsExactly("users read 7000");
		assertThat(this.filter.stats().rebuilding()).isFalse();
	}

	@Test
	void buildsTheFirstFilterWhichIsUnknownMeanwhileAndGetsWhatIsAdded() {
		List<Membership> meanwhile = new ArrayList<>();
		assertThat(rebuild(this.filter, () -> {
			meanwhile.add(this.other.test("anna"));
			meanwhile.add(this.other.add("anna"));
			meanwhile.add(this.other.test("anna"));
			assertThat(this.other.stats()).extracting(BloomStats::built, BloomStats::rebuilding)
				.containsExactly(false, true);
		}, List.of("ben"))).isTrue();
		assertThat(meanwhile).containsExactly(UNKNOWN, UNKNOWN, UNKNOWN);
		assertThat(this.filter.testAll(List.of("anna", "ben", "carla"))).containsExactly(MAYBE, MAYBE, ABSENT);
	}

	@Test
	void answersFromTheLiveFilterMeanwhileAndBothGetWhatOthersAddWhoHaveNotHeard() {
		this.filter.create();
		this.filter.add("anna");
		// Each has looked before and does not look again by itself.
		BloomFilter reader = filter(SETTINGS);
		assertThat(List.of(this.other.test("anna"), reader.test("anna"))).containsOnly(MAYBE);
		assertThat(rebuild(this.filter, () -> {
			assertThat(this.other.add("ben")).isEqualTo(ABSENT);
			assertThat(reader.testAll(List.of("anna", "ben", "carla"))).containsExactly(MAYBE, MAYBE, ABSENT);
		}, List.of("anna"))).isTrue();
		this.filter.add("dora");
		assertThat(reader.testAll(List.of("anna", "ben", "carla", "dora"))).containsExactly(MAYBE, MAYBE, ABSENT,
				MAYBE);
		assertThat(this.other.add("emma")).isEqualTo(ABSENT);
		assertThat(reader.test("emma")).isEqualTo(MAYBE);
		assertThat(sliceKeys()).hasSize(1);
	}

	@Test
	void forgetsNothingThatManyAddWhileItIsRebuiltAgainAndAgain() {
		this.filter.create();
		Set<String> database = ConcurrentHashMap.newKeySet();
		AtomicBoolean ended = new AtomicBoolean();
		List<Callable<Integer>> tasks = new ArrayList<>();
		for (int t = 0; t < 4; t++) {
			String name = "thread" + t + "-";
			BloomFilter adds = filter(SETTINGS);
			BloomFilter reads = filter(SETTINGS);
			tasks.add(() -> {
				int wrong = 0;
				int i = 0;
				while (!ended.get() || i < 100) {
					String element = name + i++;
					database.add(element);
					Membership before = adds.add(element);
					wrong += (before == UNKNOWN || reads.test(element) != MAYBE) ? 1 : 0;
				}
				return wrong;
			});
		}
		tasks.add(() -> {
			try {
				for (int i = 0; i < 12; i++) {
					// Read when the rebuild asks for it, and not before.
					assertThat(this.filter.rebuild(() -> List.copyOf(database).stream(), (done) -> {
					})).isTrue();
				}
			}
			finally {
				ended.set(true);
			}
			return 0;
		});
		assertThat(Concurrently.run(tasks)).containsOnly(0);
		assertThat(this.filter.testAll(database)).containsOnly(MAYBE);
		assertThat(sliceKeys()).hasSize(1);
	}

	@Test
	void isDoneByOneAtATime() {
		List<Boolean> second = new ArrayList<>();
		assertThat(rebuild(this.filter, () -> {
			second.add(rebuild(this.other, List.of("x")));
			second.add(this.other.create());
		}, List.of("anna"))).isTrue();
		assertThat(second).containsExactly(false, false);
		assertThat(this.filter.test("x")).isEqualTo(ABSENT);
		assertThat(rebuild(this.other, List.of("x"))).isTrue();
		assertThat(this.filter.test("x")).isEqualTo(MAYBE);
	}

	@Test
	void leavesTheLiveFilterAndNothingElseWhenItFails() {
		this.filter.create();
		this.filter.add("anna");
		List<String> before = sliceKeys();
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> this.filter.rebuild(() -> Stream.of("ben").peek((element) -> {
				throw new UnsupportedOperationException();
			}), (done) -> {
			}));
		assertThatIllegalArgumentException().isThrownBy(() -> rebuild(this.filter, List.of("ben", "")));
		assertThatIllegalStateException().isThrownBy(() -> rebuild(this.filter, () -> {
			throw new IllegalStateException("no database");
		}, List.of())).withMessage("no database");
		assertThat(sliceKeys()).isEqualTo(before);
		assertThat(this.filter.testAll(List.of("anna", "ben"))).containsExactly(MAYBE, ABSENT);
		assertThat(this.heard).containsExactly("users read 0 in vain", "users read 0 in vain", "users read 0 in vain");
		assertThat(rebuild(this.filter, List.of("ben"))).isTrue();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3 })
	void saysThatTheLiveFilterMayHaveWhatTheNewOneRefused(int n) {
		this.filter.create();
		List<String> before = sliceKeys();
		List<String> added = elements("added", 0, n);
		assertThatIllegalStateException().isThrownBy(() -> rebuild(this.other, () -> {
			sliceKeys().stream().filter((key) -> !before.contains(key)).forEach((key) -> {
				raw("DEL", key);
				raw("LPUSH", key, "other");
			});
			assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> this.filter.addAll(added))
				.satisfies((ex) -> assertThat(ex.progress()).contains(new BatchProgress(0, n, 0)));
			assertThat(this.filter.testAll(added)).containsOnly(MAYBE);
			throw new IllegalStateException("enough");
		}, List.of())).withMessage("enough");
	}

	@Test
	void takesOverFromOneThatWasSilentForTooLong() {
		this.filter.create();
		this.filter.add("anna");
		assertThatIllegalStateException().isThrownBy(() -> rebuild(this.filter, () -> {
			raw("HSET", filterKey(), "until", "1");
			assertThat(rebuild(this.other, List.of("anna", "ben"))).isTrue();
		}, List.of("carla"))).withMessageContaining("another one took over");
		assertThat(this.filter.testAll(List.of("anna", "ben", "carla"))).containsExactly(MAYBE, MAYBE, ABSENT);
		assertThat(sliceKeys()).hasSize(1);
		assertThat(raw("HKEYS", filterKey())).contains("live").doesNotContain("owner", "next", "waste", "old");
	}

	@Test
	void cleansUpAfterOneThatDied() {
		this.filter.create();
		this.filter.add("anna");
		List<String> left = new ArrayList<>();
		rebuild(this.filter, () -> {
			// What is there now is what it leaves if it dies now.
			left.addAll(sliceKeys());
			raw("HSET", filterKey(), "until", "1");
			this.other.add("ben");
			assertThat(rebuild(this.other, () -> assertThat(sliceKeys()).hasSize(2).doesNotContain(newest(left)),
					List.of("ben")))
				.isTrue();
			throw new Death();
		}, this::isDead);
		assertThat(this.filter.testAll(List.of("ben", "anna"))).containsExactly(MAYBE, ABSENT);
		assertThat(sliceKeys()).hasSize(1);
	}

	private String newest(List<String> keys) {
		String live = raw("HGET", filterKey(), "live");
		return keys.stream().filter((key) -> !key.endsWith(live)).findFirst().orElseThrow();
	}

	private void rebuild(BloomFilter dying, Runnable meanwhile, Runnable after) {
		assertThatExceptionOfType(Death.class).isThrownBy(() -> rebuild(dying, meanwhile, List.of()));
		after.run();
	}

	private void isDead() {
		assertThat(this.heard).contains("users read 0 in vain", "users read 1");
	}

	@Test
	void noticesThatASliceWasEvictedBeforeTheSwap() {
		this.filter.create();
		this.filter.add("anna");
		List<String> before = sliceKeys();
		assertThatIllegalStateException()
			.isThrownBy(() -> rebuild(this.filter,
					() -> sliceKeys().stream().filter((key) -> !before.contains(key)).forEach((key) -> raw("DEL", key)),
					List.of()))
			.withMessageContaining("Redis evicts keys");
		assertThat(this.filter.test("anna")).isEqualTo(MAYBE);
		assertThat(sliceKeys()).isEqualTo(before);
	}

	private static final class Death extends RuntimeException {

		private static final long serialVersionUID = 1L;

	}

}
