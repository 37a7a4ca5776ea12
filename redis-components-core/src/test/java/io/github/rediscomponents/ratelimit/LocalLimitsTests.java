// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a process admits by itself.
 */
class LocalLimitsTests {

	private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1000);

	private final LocalLimits limits = new LocalLimits(this.clock::get);

	@ParameterizedTest
	@EnumSource
	void admitsItsShareAndNoMoreHoweverManyAskAtOnce(Algorithm algorithm) {
		RatePolicy policy = RatePolicy.of("p", new Limit(algorithm, 100, Duration.ofMinutes(1))).withLocalShare(0.25);
		assertThat(Concurrently.repeat(16, 20, () -> admits(policy, "k", 1)).stream().filter((yes) -> yes)).hasSize(25);
		assertThat(admits(policy, "other", 26)).isFalse();
		assertThat(admits(policy, "other", 25)).isTrue();
		pass(Duration.ofMinutes(1).plusSeconds(4));
		assertThat(admitted(policy, 100)).isEqualTo(25);
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.INCLUDE,
			names = { "FIXED_WINDOW", "SLIDING_WINDOW_LOG", "SLIDING_WINDOW_COUNTER" })
	void admitsNoMoreInAnySpanOfAPeriod(Algorithm algorithm) {
		RatePolicy policy = RatePolicy.of("p", new Limit(algorithm, 16, Duration.ofSeconds(16)));
		int[] perSecond = IntStream.range(0, 100).map((second) -> {
			pass(Duration.ofSeconds(1));
			return admitted(policy, (second * 7) % 5);
		}).toArray();
		for (int from = 0; from + 16 <= perSecond.length; from++) {
			assertThat(IntStream.range(from, from + 16).map((second) -> perSecond[second]).sum())
				.isLessThanOrEqualTo(16);
		}
		assertThat(IntStream.of(perSecond).sum()).isGreaterThan(80);
	}

	@ParameterizedTest
	@EnumSource
	void aShareOfLessThanOneIsOneInALongerTime(Algorithm algorithm) {
		RatePolicy policy = RatePolicy.of("p", new Limit(algorithm, 1, Duration.ofMinutes(1))).withLocalShare(0.25);
		assertThat(admitted(policy, 5)).isEqualTo(1);
		pass(Duration.ofSeconds(230));
		assertThat(admitted(policy, 5)).isZero();
		pass(Duration.ofSeconds(30));
		assertThat(admitted(policy, 5)).isEqualTo(1);
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GCRA")
	void theSmallestShareOfTheLongestPeriodIsOneAndNotTwo(Algorithm algorithm) {
		for (double share : new double[] { 0.0036, 0.0035, 0.003, 1e-9, Double.MIN_VALUE }) {
			RatePolicy policy = RatePolicy.of("p" + share, new Limit(algorithm, 1, Duration.ofDays(366)))
				.withLocalShare(share);
			assertThat(admitted(policy, 5)).as("%s", share).isEqualTo(1);
			for (int i = 0; i < 90; i++) {
				pass(Duration.ofDays(366));
				Decision refused = this.limits.decide(calls(policy).take("k", 1));
				assertThat(refused.allowed()).as("%s", share).isFalse();
				assertThat(refused.retryAfter()).as("%s", share).isGreaterThan(Duration.ofDays(366));
			}
		}
	}

	@Test
	void takesFromEveryLimitOrNone() {
		RatePolicy policy = RatePolicy.of("p", new Limit(Algorithm.GCRA, 5, Duration.ofHours(1)),
				Limit.slidingWindow(4, Duration.ofHours(1)));
		assertThat(admits(policy, "k", 3)).isTrue();
		assertThat(admits(policy, "k", 2)).isFalse();
		assertThat(admits(policy, "k", 1)).isTrue();
		assertThat(admits(policy, "k", 1)).isFalse();
	}

	@Test
	void tellsWhichLimitDecidesAndWhenItAdmits() {
		for (Algorithm one : Algorithm.values()) {
			for (Algorithm other : Algorithm.values()) {
				Limit narrow = new Limit(one, 3, Duration.ofHours(3));
				Limit wide = new Limit(other, 5, Duration.ofHours(2));
				for (RatePolicy policy : List.of(RatePolicy.of("ab", narrow, wide),
						RatePolicy.of("ba", wide, narrow))) {
					PolicyCalls calls = calls(policy.withLocalShare(1));
					String key = one + " " + other;
					assertThat(this.limits.decide(calls.take(key, 3)))
						.isEqualTo(new Decision(true, narrow, -1, Duration.ZERO, Duration.ZERO));
					Decision refused = this.limits.decide(calls.take(key, 1));
					assertThat(refused.allowed()).isFalse();
					assertThat(refused.decidedBy()).isEqualTo(narrow);
					assertThat(refused.retryAfter()).isBetween(Duration.ofHours(1),
							Duration.ofHours(3).plusMinutes(12));
					pass(refused.retryAfter().minusMillis(1));
					assertThat(this.limits.decide(calls.look(key, 1)).allowed()).as(key).isFalse();
					pass(Duration.ofMillis(1));
					assertThat(this.limits.decide(calls.look(key, 1)).allowed()).as(key).isTrue();
				}
			}
		}
	}

	@Test
	void looksWithoutTaking() {
		RatePolicy policy = RatePolicy.of("p", new Limit(Algorithm.GCRA, 1, Duration.ofHours(1)));
		assertThat(this.limits.decide(calls(policy).look("k", 1)).allowed()).isTrue();
		assertThat(this.limits.decide(calls(policy).look("k", 1)).allowed()).isTrue();
		assertThat(admits(policy, "k", 1)).isTrue();
		assertThat(this.limits.decide(calls(policy).look("k", 1)).allowed()).isFalse();
	}

	@Test
	void keepsABoundedNumberOfSubjects() {
		RatePolicy policy = RatePolicy.of("p", Limit.slidingWindow(1, Duration.ofHours(1)));
		for (int i = 0; i < 30_000; i++) {
			assertThat(admits(policy, "k" + i, 1)).isTrue();
		}
		assertThat(this.limits.size()).isLessThanOrEqualTo(10_000);
	}

	private int admitted(RatePolicy policy, int attempts) {
		return (int) IntStream.range(0, attempts).filter((i) -> admits(policy, "k", 1)).count();
	}

	private boolean admits(RatePolicy policy, String key, long cost) {
		return this.limits.decide(calls(policy).take(key, cost)).allowed();
	}

	private static PolicyCalls calls(RatePolicy policy) {
		return new PolicyCalls(policy, new KeySpace("t"));
	}

	private void pass(Duration time) {
		this.clock.addAndGet(time.toNanos());
	}

}
