// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsDefaultUser;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Arguments and costs of reservations.
 */
@Tag("contract")
@StandaloneAndCluster
class ReservationUseTests extends RateLimiterFixture {

	private static final Duration HOUR = Duration.ofHours(1);

	ReservationUseTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void saysWhenItWouldTakeLongerThanReservationsLieAhead() {
		PolicyLimiter limiter = limiter().policy(RatePolicy.of("p", new Limit(Algorithm.GCRA, 1, quiet())));
		assertThat(limiter.tryAcquire(this.key).allowed()).isTrue();
		assertThatIllegalStateException().isThrownBy(() -> limiter.acquire(this.key))
			.withMessageContainingAll("'p'", "PT24H");
	}

	@Test
	void acquiresByOnePolicyAlthoughItChangesMeanwhile() throws InterruptedException {
		RatePolicy before = RatePolicy.of("p", Limit.tokenBucket(1, Duration.ofMinutes(1), 5));
		long most = 150_000_000;
		RatePolicy after = RatePolicy.of("p", Limit.tokenBucket(most, Duration.ofMinutes(1), most));
		assertThat(after.longestWait()).isLessThan(before.longestWait());
		Queue<RatePolicy> policies = new ArrayDeque<>(List.of(before));
		PolicyLimiter limiter = new RedisPolicyLimiter((RedisRateLimiter) limiter(), "p",
				() -> policies.isEmpty() ? after : policies.remove());
		limiter.acquire(this.key);
		assertThat(policies).isEmpty();
	}

	@Test
	@AsDefaultUser(AsDefaultUser.COUNTS)
	void costsOneCommandEachAndNoneToCancelAgain() {
		RatePolicy policy = RatePolicy.of("p", new Limit(Algorithm.GCRA, 1, HOUR), Limit.slidingWindow(1, HOUR));
		PolicyLimiter limiter = limiter().policy(policy);
		Reservation warm = limiter.reserve(this.key, 1, Duration.ZERO);
		warm.cancel();
		limiter.refund(this.key, 1);
		Map<String, Long> before = server().commandCalls();
		Reservation one = limiter.reserve(this.key, 1, days());
		Reservation two = limiter.reserve(this.key, 1, days());
		two.cancel();
		two.cancel();
		limiter.reserve(this.key, 1, Duration.ZERO);
		one.cancel();
		limiter.refund(this.key, 1);
		Map<String, Long> after = server().commandCalls();
		assertThat(after.get("evalsha") - before.get("evalsha")).isEqualTo(6);
		assertThat(after.get("eval")).isEqualTo(before.get("eval"));
	}

	@Test
	void sendsDurationsOnly() {
		PolicyCalls calls = new PolicyCalls(RatePolicy.of("p", Limit.slidingWindow(10, Duration.ofSeconds(3))),
				this.keys);
		Attempt attempt = calls.reserve(this.key, 2, Duration.ofSeconds(90));
		assertThat(Stream.of(attempt.args()).map((arg) -> new String(arg, StandardCharsets.UTF_8))).containsExactly("2",
				"90000000", "1", "s", "10", "10", "3000000");
	}

	@Test
	void saysWhichArgumentIsWrong() {
		PolicyLimiter limiter = limiter().policy(RatePolicy.of("p", new Limit(Algorithm.GCRA, 5, HOUR)));
		for (Duration wrong : new Duration[] { Duration.ofNanos(-1), Duration.ofDays(1).plusNanos(1) }) {
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.reserve(this.key, 1, wrong))
				.withMessageStartingWith("maxWait must be between");
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.tryAcquire(this.key, 1, wrong))
				.withMessageStartingWith("maxWait must be between");
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.reserveAsync(this.key, 1, wrong))
				.withMessageStartingWith("maxWait must be between");
		}
		for (long wrong : new long[] { 0, -1, 6 }) {
			List<Runnable> calls = new ArrayList<>();
			calls.add(() -> limiter.reserve(this.key, wrong, HOUR));
			calls.add(() -> limiter.reserveAsync(this.key, wrong, HOUR));
			calls.add(() -> limiter.refund(this.key, wrong));
			calls.add(() -> limiter.peek(this.key, wrong));
			calls.forEach((call) -> assertThatIllegalArgumentException().isThrownBy(call::run)
				.withMessageStartingWith("cost "));
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.acquire(this.key, wrong))
				.withMessageStartingWith("cost ");
		}
		for (String wrong : List.of("", "x".repeat(401))) {
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.reserve(wrong, 1, HOUR))
				.withMessageStartingWith("key ");
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.refund(wrong, 1))
				.withMessageStartingWith("key ");
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.reset(wrong)).withMessageStartingWith("key ");
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.acquire(wrong))
				.withMessageStartingWith("key ");
		}
		assertThatIllegalArgumentException().isThrownBy(() -> limiter().reserve("none", this.key, 1, HOUR))
			.withMessageContaining("'none'");
		assertThat(limiter.peek(this.key).remaining()).isEqualTo(5);
	}

	private static Duration days() {
		return Duration.ofDays(1);
	}

}
