// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

/**
 * What a {@link UniqueCounter} does wherever it is connected.
 */
@StandaloneAndCluster
@Tag("contract")
@AsUserOfItsRoom
class UniqueCounterTests extends CounterFixture {

	/** Five times the standard error: one estimate in a million is further off. */
	private static final double FIVE_SIGMA = 5 * UniqueCount.STANDARD_ERROR;

	private final UniqueCounter counter = counter(UniqueCounterSettings.defaults());

	private final LocalDate day = today(UTC).minusDays(20);

	UniqueCounterTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void isExactUpToAThousandMembersAndAnEstimateFromThereOn() {
		add("home", this.day, 0, 999);
		add("home", this.day, 500, 999);
		assertThat(this.counter.count("home", this.day)).isEqualTo(new UniqueCount(999, true));
		add("home", this.day, 999, 1000);
		assertThat(this.counter.count("home", this.day)).isEqualTo(new UniqueCount(1000, true));
		assertThat(this.counter.count("home", this.day).standardError()).isZero();
		add("home", this.day, 0, 1000);
		assertThat(keysLeft()).containsExactly(key("home", this.day, "estimate"), key("home", this.day, "members"));
		add("home", this.day, 1000, 1001);
		UniqueCount estimate = this.counter.count("home", this.day);
		assertThat(estimate.exact()).isFalse();
		assertThat(estimate.standardError()).isEqualTo(0.008125);
		assertNear(estimate, 1001);
		assertThat(keysLeft()).containsExactly(key("home", this.day, "estimate"));
		add("home", this.day, 0, 1001);
		assertThat(this.counter.count("home", this.day)).isEqualTo(estimate);
	}

	@Test
	void givesUpWhereRedisEvictsAnEstimateAgainAndAgain() {
		add("home", this.day, 0, 10);
		String estimate = key("home", this.day, "estimate");
		raw("DEL", estimate);
		AtomicInteger mended = new AtomicInteger();
		CommandPort evicting = InterceptedPort.of(port(), (method, args, real) -> {
			Object reply = real.proceed();
			if (InterceptedPort.script(args).equals("counter/unique-mend")) {
				assertThat(mended.incrementAndGet()).isLessThan(50);
				raw("DEL", estimate);
			}
			return reply;
		});
		UniqueCounter counter = UniqueCounter.create(evicting, this.keys,
				new LiveSettings<>(UniqueCounterSettings.defaults()));
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> counter.count("home", this.day))
			.withMessageContaining("'home'")
			.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.NOT_EXECUTED));
		assertThat(mended).hasValue(5);
		assertThat(this.counter.count("home", this.day)).isEqualTo(new UniqueCount(10, true));
	}

	@Test
	void estimatesWithinTheDocumentedErrorInTwelveKilobytes() {
		int added = 0;
		for (int size : new int[] { 2000, 10_000, 50_000 }) {
			add("home", this.day, added, size);
			added = size;
			assertNear(this.counter.count("home", this.day), size);
		}
		assertThat(number("STRLEN", key("home", this.day, "estimate"))).isLessThanOrEqualTo(12_304);
	}

	@Test
	void losesNobodyWhenManyAddWhileItBecomesAnEstimate() {
		List<Integer> starts = IntStream.range(0, 8).map((i) -> i * 150).boxed().toList();
		Concurrently.run(starts.stream().map((start) -> (Callable<Integer>) () -> {
			for (int i = start; i < start + 150; i += 10) {
				add("home", this.day, i, i + 10);
			}
			return start;
		}).toList());
		UniqueCount count = this.counter.count("home", this.day);
		assertThat(count.exact()).isFalse();
		// The same members one after the other give the same estimate to the last digit.
		add("again", this.day, 0, 1200);
		assertThat(count).isEqualTo(this.counter.count("again", this.day));
	}

	@Test
	void countsAMemberOfSeveralDaysOnce() {
		add("home", this.day, 0, 600);
		add("home", this.day.plusDays(1), 300, 900);
		add("home", this.day.plusDays(3), 800, 1300);
		assertThat(this.counter.count("home", this.day, this.day.plusDays(1))).isEqualTo(new UniqueCount(900, true));
		assertThat(this.counter.count("home", this.day, this.day.plusDays(9))).isEqualTo(new UniqueCount(1300, true));
		assertThat(this.counter.count("home", List.of(this.day, this.day.plusDays(3), this.day)))
			.isEqualTo(new UniqueCount(1100, true));
		assertThat(this.counter.count("home", this.day.plusDays(5), this.day.plusDays(9)))
			.isEqualTo(new UniqueCount(0, true));
		add("home", this.day.plusDays(4), 1000, 6000);
		UniqueCount mixed = this.counter.count("home", this.day, this.day.plusDays(4));
		assertThat(mixed.exact()).isFalse();
		assertNear(mixed, 6000);
		add("home", this.day.plusDays(5), 5000, 9000);
		assertNear(this.counter.count("home", this.day.plusDays(4), this.day.plusDays(5)), 8000);
		assertThat(keysLeft()).hasSize(8).noneMatch((key) -> key.contains(":work"));
	}

	@Test
	void isExactOverManyDaysWhileTheyHaveFewMembersTogether() {
		List<LocalDate> days = this.day.minusDays(14).datesUntil(this.day).toList();
		days.forEach((one) -> add("home", one, 0, 1000));
		// Fourteen thousand members, a thousand different ones.
		assertThat(this.counter.count("home", days)).isEqualTo(new UniqueCount(1000, true));
		IntStream.range(0, 14).forEach((i) -> add("shop", days.get(i), 1000 * i, 1000 * i + 1000));
		assertThat(this.counter.count("shop", days.subList(0, 10))).isEqualTo(new UniqueCount(10_000, true));
		UniqueCount many = this.counter.count("shop", days);
		assertThat(many.exact()).isFalse();
		assertNear(many, 14_000);
	}

	@Test
	void countsTodayByTheServersClock() {
		for (int wrong : new int[] { -400, 0, 400 }) {
			UniqueCounter off = UniqueCounter.create(port(), this.keys,
					new LiveSettings<>(UniqueCounterSettings.defaults().withZone(EAST)), wrongBy(wrong));
			LocalDate before = today(EAST);
			LocalDate counted = off.add("home" + wrong, "anna");
			assertThat(counted).isBetween(before, today(EAST));
			assertThat(off.count("home" + wrong, counted)).isEqualTo(new UniqueCount(1, true));
			server().resetStats();
			off.add("home" + wrong, "ben");
			assertThat(server().commandCalls()).containsEntry("evalsha", 1L);
		}
	}

	@Test
	void mergesExactCountsOfNamesExactly() {
		add("home", this.day, 0, 400);
		add("shop", this.day, 300, 700);
		this.counter.merge("site", this.day, "home", List.of(this.day));
		this.counter.merge("site", this.day, "shop", List.of(this.day));
		this.counter.merge("site", this.day, "shop", List.of(this.day));
		this.counter.merge("site", this.day, "nothing", List.of(this.day));
		assertThat(this.counter.count("site", this.day)).isEqualTo(new UniqueCount(700, true));
		assertThat(this.counter.count("home", this.day)).isEqualTo(new UniqueCount(400, true));
		assertThat(keysLeft()).hasSize(6);
	}

	@Test
	void mergesEstimatesAndDaysOfAnyKind() {
		add("home", this.day, 0, 5000);
		add("home", this.day.plusDays(1), 4500, 5200);
		add("site", this.day, 5100, 5300);
		this.counter.merge("site", this.day, "home", List.of(this.day, this.day.plusDays(1)));
		UniqueCount merged = this.counter.count("site", this.day);
		assertThat(merged.exact()).isFalse();
		add("expected", this.day, 0, 5300);
		assertThat(merged).isEqualTo(this.counter.count("expected", this.day));
		// Exact days whose union is more than can be told one by one.
		add("small", this.day, 0, 900);
		add("small", this.day.plusDays(1), 900, 1800);
		this.counter.merge("small", this.day.plusDays(2), "small", List.of(this.day, this.day.plusDays(1)));
		assertNear(this.counter.count("small", this.day.plusDays(2)), 1800);
		this.counter.merge("site", this.day, "small", List.of(this.day));
		assertThat(this.counter.count("site", this.day)).isEqualTo(merged);
		assertThat(keysLeft()).noneMatch((key) -> key.contains(":work"))
			.allSatisfy((key) -> assertThat(number("PTTL", key)).isPositive());
	}

	@Test
	void letsADayExpireHoweverItIsKept() {
		Duration retention = Duration.ofDays(30);
		UniqueCounter passing = counter(UniqueCounterSettings.defaults().withRetention(retention).withExactLimit(2));
		passing.add("home", this.day, List.of("a", "b"));
		passing.add("shop", this.day, List.of("a", "b", "c"));
		passing.merge("site", this.day, "shop", List.of(this.day));
		List<?> time = (List<?>) server().nodes().get(0).command("TIME");
		long left = DayBounds.of(this.day, UTC).end() + retention.toMillis()
				- Long.parseLong(String.valueOf(time.get(0))) * 1000;
		assertThat(keysLeft()).hasSize(4)
			.allSatisfy((key) -> assertThat(number("PTTL", key)).isBetween(left - 60_000, left + 1000));
		LocalDate old = this.day.minusDays(31);
		assertThatIllegalArgumentException().isThrownBy(() -> passing.add("home", old, List.of("a")))
			.withMessage("day must be one that is still kept, was " + old);
		assertThatIllegalArgumentException().isThrownBy(() -> passing.merge("home", old, "shop", List.of(this.day)))
			.withMessageStartingWith("day ");
		passing.remove("home", this.day);
		passing.remove("shop", this.day);
		assertThat(keysLeft()).containsExactly(key("site", this.day, "estimate"));
	}

	@Test
	void followsALowerLimitAndNeverGoesBack() {
		add("home", this.day, 0, 100);
		UniqueCounter always = counter(UniqueCounterSettings.defaults().withExactLimit(0));
		assertThat(always.count("home", this.day)).isEqualTo(new UniqueCount(100, true));
		always.add("home", this.day, List.of("m1"));
		UniqueCount estimate = always.count("home", this.day);
		assertThat(estimate.exact()).isFalse();
		assertThat(estimate.value()).isCloseTo(100, within(2L));
		assertThat(this.counter.count("home", this.day)).isEqualTo(estimate);
	}

	@Test
	void keepsAllOfANameInOneSlotAndNamesApart() {
		add("a:b{c}", this.day, 0, 5);
		add("a", this.day, 0, 3);
		assertThat(this.counter.count("a:b{c}", this.day).value()).isEqualTo(5);
		assertThat(this.counter.count("a", this.day).value()).isEqualTo(3);
		assertThat(keysLeft()).allMatch((key) -> key.startsWith(this.prefix + ":unique:{"));
	}

	@Test
	void isOneCommandToAddAndToCount() {
		this.counter.add("home", this.day, List.of("a"));
		this.counter.count("home", this.day);
		server().resetStats();
		add("home", this.day, 0, 1000);
		this.counter.count("home", this.day.minusDays(99), this.day);
		assertThat(server().commandCalls()).containsEntry("evalsha", 2L).doesNotContainKey("eval");
	}

	@Test
	void refusesBadArgumentsBeforeAnythingIsWritten() {
		LocalDate future = today(UTC).plusDays(2);
		assertThatIllegalArgumentException().isThrownBy(() -> this.counter.add("home", future, List.of("a")))
			.withMessage("day must not be in the future, was " + future);
		server().resetStats();
		assertThatIllegalArgumentException().isThrownBy(() -> this.counter.add("", "a"))
			.withMessageStartingWith("name ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.counter.add("x".repeat(201), "a"))
			.withMessageStartingWith("name ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.counter.add("home", ""))
			.withMessageStartingWith("members ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.counter.add("home", "x".repeat(513)))
			.withMessageStartingWith("members ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.counter.add("home", List.of()))
			.withMessage("members must be 1 to 1000, were 0");
		assertThatIllegalArgumentException().isThrownBy(() -> this.counter.add("home", this.day, members(0, 1001)))
			.withMessageStartingWith("members ");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.counter.add("home", LocalDate.of(1969, 1, 1), List.of("a")))
			.withMessageStartingWith("day ");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.counter.count("home", this.day, this.day.minusDays(1)))
			.withMessageStartingWith("to ");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.counter.count("home", this.day, this.day.plusDays(100)))
			.withMessageStartingWith("to ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.counter.count("home", List.of()))
			.withMessageStartingWith("days ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.counter.merge("", this.day, "a", List.of(this.day)))
			.withMessageStartingWith("into ");
		assertThat(server().commandCalls()).doesNotContainKeys("evalsha", "eval");
		assertThat(keysLeft()).isEmpty();
	}

	@Test
	void changesNothingWhenAKeyHoldsAnotherType() {
		raw("SET", key("home", this.day, "estimate"), "no estimate");
		raw("SET", key("shop", this.day, "members"), "x");
		for (String name : Set.of("home", "shop")) {
			assertThatExceptionOfType(RedisCommandException.class)
				.isThrownBy(() -> this.counter.add(name, this.day, List.of("a")));
			assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> this.counter.count(name, this.day));
		}
		add("big", this.day, 0, 2000);
		List<String> before = keysLeft();
		assertThatExceptionOfType(RedisCommandException.class)
			.isThrownBy(() -> this.counter.merge("home", this.day, "big", List.of(this.day)));
		assertThatExceptionOfType(RedisCommandException.class)
			.isThrownBy(() -> this.counter.merge("shop", this.day, "big", List.of(this.day)));
		assertThatExceptionOfType(RedisCommandException.class)
			.isThrownBy(() -> this.counter.merge("big", this.day, "home", List.of(this.day)));
		assertThat(keysLeft()).isEqualTo(before);
	}

	@Test
	void addsNoMemberWhenTheEstimateIsNone() {
		add("home", this.day, 0, 1);
		raw("SET", key("home", this.day, "estimate"), "no estimate");
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> add("home", this.day, 1, 2))
			.withMessageContaining("WRONGTYPE");
		assertThat(number("SCARD", key("home", this.day, "members"))).isEqualTo(1);
	}

	private UniqueCounter counter(UniqueCounterSettings settings) {
		return UniqueCounter.create(port(), this.keys, new LiveSettings<>(settings));
	}

	private void add(String name, LocalDate on, int from, int to) {
		for (int i = from; i < to; i += 1000) {
			this.counter.add(name, on, members(i, Math.min(to, i + 1000)));
		}
	}

	private static List<String> members(int from, int to) {
		List<String> members = new ArrayList<>();
		IntStream.range(from, to).forEach((i) -> members.add("m" + i));
		return members;
	}

	private static void assertNear(UniqueCount estimate, int expected) {
		assertThat(estimate.value()).isCloseTo(expected, within((long) (expected * FIVE_SIGMA)));
	}

	private String key(String name, LocalDate on, String part) {
		return this.keys.key("unique", name, on.toString().replace("-", "") + ":" + part);
	}

}
