// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.limit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.ComponentType;
import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.ratelimit.RateLimitSettings;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.ratelimit.RatePolicy;
import io.github.rediscomponents.tutorial.Pause;
import io.github.rediscomponents.tutorial.Scene;
import io.github.rediscomponents.tutorial.Trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Rate limits of the tutorials, and {@link RateLimiter} in the same scenes.
 */
class LimitTests extends Scene {

	private static final Duration PERIOD = Duration.ofMillis(500);

	@Test
	void incrThenExpireBreaksWhenTheProcessDiesBetween() {
		IncrExpireLimit dying = new IncrExpireLimit(this.redis, () -> {
			throw new IllegalStateException("kill -9");
		});
		assertThatIllegalStateException().isThrownBy(() -> dying.allowed("anna"));
		IncrExpireLimit limit = new IncrExpireLimit(this.redis, Pause.NONE);
		assertThat(admitted(10, () -> limit.allowed("anna"))).isEqualTo(4);
		assertThat(this.redis.getExpire("limit:anna")).as("refused for ever").isEqualTo(-1);
	}

	@Test
	@Trace("A fixed window")
	void fixedWindowBreaksAtItsEdge() {
		Instant edge = Instant.parse("2026-11-20T12:01:00Z");
		MinuteLimit before = new MinuteLimit(this.redis, Clock.fixed(edge.minusMillis(1), ZoneOffset.UTC));
		MinuteLimit after = new MinuteLimit(this.redis, Clock.fixed(edge, ZoneOffset.UTC));
		int admitted = admitted(5, () -> before.allowed("anna")) + admitted(5, () -> after.allowed("anna"));
		assertThat(admitted).as("within a millisecond, of five a minute").isEqualTo(10);
	}

	@Test
	void fixedWindowBreaksWhenClocksDiffer() {
		Instant noon = Instant.parse("2026-11-20T12:00:00Z");
		MinuteLimit one = new MinuteLimit(this.redis, Clock.fixed(noon, ZoneOffset.UTC));
		MinuteLimit behind = new MinuteLimit(this.redis, Clock.fixed(noon.minusSeconds(1), ZoneOffset.UTC));
		int admitted = admitted(10, () -> one.allowed("anna")) + admitted(10, () -> behind.allowed("anna"));
		assertThat(admitted).as("at one time, of five a minute").isEqualTo(10);
	}

	@Test
	void noPeriodOfAnyKindHasMoreThanTheLimit() {
		RateLimiter limiter = limiter(PERIOD);
		List<Long> before = new ArrayList<>();
		List<Long> after = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			long start = System.nanoTime();
			while (!limiter.tryAcquire("login", "anna").allowed()) {
				start = System.nanoTime();
			}
			before.add(start);
			after.add(System.nanoTime());
		}
		for (int i = 0; i + 5 < before.size(); i++) {
			assertThat(Duration.ofNanos(after.get(i + 5) - before.get(i))).isGreaterThanOrEqualTo(PERIOD);
		}
	}

	@Test
	void keysOfALimitHaveATtlAndAnAttemptIsOneScript() {
		LoginLimit limit = new LoginLimit(limiter(Duration.ofMinutes(1)));
		assertThat(admitted(10, () -> limit.allowed("anna"))).isEqualTo(5);
		assertThat(this.redis.keys("*")).isNotEmpty().allMatch((key) -> this.redis.getExpire(key) >= 0);
		assertThat(sent(() -> limit.allowed("anna"))).isEqualTo(Map.of("evalsha", 1L));
	}

	private RateLimiter limiter(Duration period) {
		RatePolicy login = RatePolicy.of("login", Limit.slidingWindow(5, period));
		return opened(
				process().settings(ComponentType.RATE_LIMIT, RateLimitSettings.defaults().withPolicy(login)).build())
			.rateLimiter();
	}

	private static int admitted(int attempts, BooleanSupplier attempt) {
		int admitted = 0;
		for (int i = 0; i < attempts; i++) {
			admitted += attempt.getAsBoolean() ? 1 : 0;
		}
		return admitted;
	}

}
