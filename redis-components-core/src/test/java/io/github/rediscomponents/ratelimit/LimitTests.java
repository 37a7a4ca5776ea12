// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Which limits, policies and settings there can be.
 */
class LimitTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					GCRA                   | 0         | PT1S          | 1     | limit must be at least 1, was 0
					GCRA                   | 1         | PT1S          | 0     | burst must be at least 1, was 0
					GCRA                   | 1         | PT0.0005S     | 1     | period must be between 1ms and 366d, was PT0.0005S
					FIXED_WINDOW           | 1         | PT8808H       | 1     | period must be between 1ms and 366d, was PT8808H
					GCRA                   | 1         | PT1.0005S     | 1     | period must be whole milliseconds, was PT1.0005S
					GCRA                   | 1         | PT2520H       | 1     | period must be at most 103d for gcra, was PT2520H
					GCRA                   | 1         | PT24H         | 104   | burst x period / limit must be at most 103d, was burst 104 with limit 1 per PT24H
					LEAKY_BUCKET           | 1         | PT24H         | 367   | burst x period / limit must be at most 366d, was burst 367 with limit 1 per PT24H
					GCRA                   | 1000001   | PT0.001S      | 1     | limit must be at most 1000 per microsecond of the period, was 1000001 per PT0.001S
					FIXED_WINDOW           | 5         | PT1S          | 6     | burst is for gcra, token-bucket and leaky-bucket, not for fixed-window
					SLIDING_WINDOW_LOG     | 100001    | PT1S          | 100001 | limit must be at most 100000 for sliding-window-log, was 100001; use sliding-window-counter or gcra
					SLIDING_WINDOW_COUNTER | 104249992 | PT24H         | 104249992 | limit and burst must be at most 104249991 for sliding-window-counter over PT24H, were 104249992 and 104249992; use gcra
					TOKEN_BUCKET           | 10        | PT60S         | 150119988 | limit and burst must be at most 150119987 for token-bucket over PT1M, were 10 and 150119988; use gcra
					""")
	void refusesWhatItCouldNotCountExactly(Algorithm algorithm, long limit, Duration period, long burst, String why) {
		assertThatIllegalArgumentException().isThrownBy(() -> new Limit(algorithm, limit, period, burst))
			.withMessage("RateLimiter " + why);
	}

	@Test
	void acceptsTheExtremes() {
		assertThat(new Limit(Algorithm.GCRA, 1, Duration.ofDays(103)).burst()).isEqualTo(1);
		assertThat(new Limit(Algorithm.GCRA, 1_000_000, Duration.ofMillis(1)).limit()).isEqualTo(1_000_000);
		assertThat(new Limit(Algorithm.TOKEN_BUCKET, 104_249_991, Duration.ofDays(1)).burst()).isEqualTo(104_249_991);
		assertThat(new Limit(Algorithm.FIXED_WINDOW, 1, Duration.ofDays(366)).period()).hasDays(366);
		assertThat(Limit.of(Algorithm.GCRA, 10, Duration.ofSeconds(1), null).burst()).isEqualTo(10);
		assertThat(Limit.of(Algorithm.GCRA, 10, Duration.ofSeconds(1), 3L).burst()).isEqualTo(3);
	}

	@Test
	void findsAlgorithmsByTheirNamesInConfiguration() {
		for (Algorithm algorithm : Algorithm.values()) {
			assertThat(Algorithm.of(algorithm.label())).isEqualTo(algorithm);
			assertThat(Algorithm.of(algorithm.name())).isEqualTo(algorithm);
		}
		assertThat(Algorithm.of("sliding-window")).isEqualTo(Algorithm.SLIDING_WINDOW_LOG);
		assertThatIllegalArgumentException().isThrownBy(() -> Algorithm.of("slding"))
			.withMessage("RateLimiter has no algorithm 'slding'; there are sliding-window, gcra, token-bucket, "
					+ "leaky-bucket, fixed-window, sliding-window-log, sliding-window-counter");
	}

	@Test
	void refusesPoliciesThatCouldNotBeTold() {
		Limit limit = Limit.slidingWindow(1, Duration.ofMinutes(1));
		assertThatIllegalArgumentException().isThrownBy(() -> RatePolicy.of("a:b", limit))
			.withMessageContaining("'a:b'");
		assertThatIllegalArgumentException().isThrownBy(() -> RatePolicy.of("", limit)).withMessageContaining("name");
		assertThatIllegalArgumentException().isThrownBy(() -> RatePolicy.of("a"))
			.withMessage("RateLimiter policy 'a' must have 1 to 16 limits");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> RatePolicy.of("a", limit, Limit.slidingWindow(2, Duration.ofSeconds(60))))
			.withMessage("RateLimiter policy 'a' has two limits of algorithm sliding-window-log and period PT1M; "
					+ "they would count in one key");
	}

	@Test
	void refusesSharesAndMemoriesOutOfRange() {
		RatePolicy policy = RatePolicy.of("a", Limit.slidingWindow(1, Duration.ofMinutes(1)));
		for (double share : new double[] { 0, -0.5, 1.01, Double.NaN }) {
			assertThatIllegalArgumentException().isThrownBy(() -> policy.withLocalShare(share))
				.withMessage("RateLimiter policy 'a' local-share must be above 0 and at most 1, was " + share);
		}
		for (Duration longest : List.of(Duration.ofNanos(-1), Duration.ofSeconds(61))) {
			assertThatIllegalArgumentException().isThrownBy(() -> policy.withLocalRejections(longest))
				.withMessage("RateLimiter policy 'a' local-rejections must be between 0 and 1m, was " + longest);
		}
		assertThat(policy.withLocalShare(0.25).withLocalRejections(Duration.ofSeconds(1)))
			.isEqualTo(new RatePolicy("a", policy.limits(), OnRedisFailure.LOCAL, 0.25, Duration.ofSeconds(1)));
	}

	@Test
	void reservationsLieADayAheadUnlessTheNumbersAreTooLarge() {
		assertThat(RatePolicy.of("a", new Limit(Algorithm.GCRA, 1, Duration.ofDays(103))).longestWait()).hasDays(1);
		assertThat(RatePolicy.of("a", Limit.tokenBucket(1000, Duration.ofMinutes(1), 5000)).longestWait()).hasDays(1);
		Limit large = new Limit(Algorithm.LEAKY_BUCKET, 100_000_000, Duration.ofDays(1));
		assertThat(RatePolicy.of("a", Limit.slidingWindow(1, Duration.ofDays(2)), large).longestWait())
			.isEqualTo(Duration.ofMillis((9_007_199_254_740_992L - 100_000_000L * 86_400_000L) / 100_000_000L));
	}

	@Test
	void listsPoliciesByTheirNames() {
		RatePolicy a = RatePolicy.of("a", Limit.slidingWindow(1, Duration.ofMinutes(1)));
		RatePolicy b = RatePolicy.of("b", Limit.slidingWindow(1, Duration.ofMinutes(1)));
		assertThat(RateLimitSettingsValues.sorted(new RateLimitSettingsValues(Map.of("b", b, "a", a))))
			.containsExactly(a, b);
	}

	@Test
	void refusesAPolicyUnderAnothersName() {
		RatePolicy policy = RatePolicy.of("a", Limit.slidingWindow(1, Duration.ofMinutes(1)));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> RateLimitSettings.defaults().withPolicies(Map.of("b", policy)))
			.withMessage("RateLimiter policy 'a' stands under the name 'b'");
	}

	@Test
	void writesEveryPeriodAsOneText() {
		assertThat(List.of("PT0.25S", "PT1S", "PT90S", "PT60S", "PT3600S", "PT24H", "P366D", "PT1.5S", "PT60.001S"))
			.map((period) -> RatePolicy.part(Limit.slidingWindow(1, Duration.parse(period))))
			.containsExactly("s250ms", "s1s", "s90s", "s1m", "s1h", "s1d", "s366d", "s1500ms", "s60001ms");
	}

}
