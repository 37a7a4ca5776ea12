// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.SentinelFixture;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of limits when Sentinel replaces the master.
 */
class RateLimiterSentinelFailoverTests extends SentinelFixture {

	private static final int LIMIT = 100;

	@ParameterizedTest
	@EnumSource
	void forgetsNothingThatTheReplicasHad(Loss loss) throws Exception {
		List<PolicyLimiter> limiters = new ArrayList<>();
		for (Algorithm algorithm : Algorithm.values()) {
			Limit limit = new Limit(algorithm, LIMIT, RateLimiterFixture.quiet());
			PolicyLimiter limiter = limiter(process(), limit);
			limiters.add(limiter);
			Concurrently.repeat(4, 15, () -> assertThat(limiter.tryAcquire("k").allowed()).isTrue());
		}
		awaitReplicated();
		lose(loss);
		for (PolicyLimiter limiter : limiters) {
			AtomicInteger admitted = new AtomicInteger(60);
			AtomicInteger unknown = new AtomicInteger();
			goOn(() -> {
				try {
					Decision decision = limiter.tryAcquire("k");
					admitted.addAndGet(decision.allowed() ? 1 : 0);
					return !decision.allowed();
				}
				catch (RedisUnavailableException ex) {
					unknown.addAndGet((ex.outcome() == Outcome.UNKNOWN) ? 1 : 0);
					throw ex;
				}
			});
			awaitProgress();
			finish();
			assertThat(admitted).hasValueLessThanOrEqualTo(LIMIT);
			assertThat(admitted.get() + unknown.get()).isGreaterThanOrEqualTo(LIMIT);
		}
	}

	@ParameterizedTest
	@EnumSource
	void limitsAgainAfterAFailoverUnderLoad(Loss loss) throws Exception {
		for (int i = 0; i < 3; i++) {
			PolicyLimiter limiter = limiter(process(), new Limit(Algorithm.GCRA, LIMIT, Duration.ofSeconds(1)));
			goOn(() -> limiter.tryAcquire("k").isEnforced());
			goOn(() -> limiter.tryAcquireAsync("k", 1)
				.handle((decision, failure) -> failure == null && decision.isEnforced())
				.toCompletableFuture()
				.get());
		}
		failOver(loss);
		finish();
	}

	private static PolicyLimiter limiter(CommandPort redis, Limit limit) {
		return RateLimiter.create(redis, new KeySpace("t"), new LiveSettings<>(RateLimitSettings.defaults()))
			.policy(RatePolicy.of("p" + limit.algorithm().ordinal(), limit));
	}

}
