// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Refusals that this process repeats by itself, counted by the server's commands.
 */
class LocalRejectionTests {

	private static final Duration HOUR = Duration.ofHours(1);

	private final RedisServer server = SharedRedis.standalone();

	private final CommandPort port = TestPorts.standalone();

	private final AtomicLong clock = new AtomicLong(-5);

	private final AtomicInteger remembered = new AtomicInteger();

	private final LiveSettings<RateLimitSettings> settings = new LiveSettings<>(RateLimitSettings.defaults());

	private final RedisRateLimiter limiter = new RedisRateLimiter(this.port,
			new KeySpace("t" + UUID.randomUUID().toString().substring(0, 8)), this.settings, new RateLimitObserver() {

				@Override
				public void rejected(String policy, String key, long cost, Decision decision, boolean local) {
					LocalRejectionTests.this.remembered.addAndGet(local ? 1 : 0);
				}

			}, this.clock::get);

	private final RatePolicy policy = RatePolicy.of("p", new Limit(Algorithm.GCRA, 10, HOUR))
		.withLocalRejections(Duration.ofSeconds(1));

	@Test
	void aHotRejectedKeySendsNothingUntilTheMemoryIsOver() {
		PolicyLimiter view = this.limiter.policy(this.policy);
		assertThat(view.tryAcquire("k", 10).allowed()).isTrue();
		assertThat(view.tryAcquire("k").allowed()).isFalse();
		assertThat(evalshas(() -> assertThat(Concurrently.repeat(16, 1000, () -> view.tryAcquire("k", 2).allowed()))
			.doesNotContain(true))).isZero();
		assertThat(this.remembered).hasValue(16_000);
		pass(Duration.ofMillis(999));
		assertThat(evalshas(() -> view.tryAcquireAsync("k", 1).toCompletableFuture().join())).isZero();
		pass(Duration.ofMillis(1));
		assertThat(evalshas(() -> {
			for (int i = 0; i < 1000; i++) {
				assertThat(view.tryAcquire("k").allowed()).isFalse();
			}
		})).isEqualTo(1);
	}

	@Test
	void tellsHowMuchOfTheWaitIsLeft() {
		PolicyLimiter view = this.limiter.policy(this.policy);
		view.tryAcquire("k", 10);
		Decision asked = view.tryAcquire("k");
		pass(Duration.ofMillis(400));
		assertThat(view.tryAcquire("k")).isEqualTo(new Decision(false, asked.decidedBy(), 0,
				asked.retryAfter().minusMillis(400), asked.resetAfter().minusMillis(400)));
		assertThat(view.tryAcquire("k").isEnforced()).isTrue();
	}

	@Test
	void asksAgainWhenThePromisedMomentCame() {
		RatePolicy quick = RatePolicy.of("p", new Limit(Algorithm.GCRA, 100, Duration.ofSeconds(5000), 1))
			.withLocalRejections(Duration.ofMinutes(1));
		PolicyLimiter view = this.limiter.policy(quick);
		view.tryAcquire("k");
		Duration wait = view.tryAcquire("k").retryAfter();
		assertThat(wait).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(50));
		pass(wait.minusNanos(1));
		assertThat(evalshas(() -> view.tryAcquire("k"))).isZero();
		pass(Duration.ofNanos(1));
		assertThat(evalshas(() -> view.tryAcquire("k"))).isEqualTo(1);
	}

	@Test
	void asksForASmallerCostForALookAndForALongerWait() {
		PolicyLimiter view = this.limiter.policy(this.policy);
		view.tryAcquire("k", 8);
		assertThat(view.tryAcquire("k", 5).allowed()).isFalse();
		assertThat(evalshas(() -> assertThat(view.peek("k", 5).allowed()).isFalse())).isEqualTo(1);
		assertThat(evalshas(() -> assertThat(view.tryAcquire("k", 2).allowed()).isTrue())).isEqualTo(1);
		assertThat(evalshas(() -> assertThat(view.reserve("k", 5, Duration.ofMinutes(1)).allowed()).isFalse()))
			.isZero();
		assertThat(evalshas(() -> assertThat(view.reserve("k", 5, HOUR).allowed()).isTrue())).isEqualTo(1);
	}

	@Test
	void asksAgainAfterARefundAResetACancellationAndAChange() {
		this.settings.swap(RateLimitSettings.defaults().withPolicy(this.policy));
		PolicyLimiter view = this.limiter.policy("p");
		view.tryAcquire("k", 10);
		view.tryAcquire("k");
		view.refund("k", 1);
		assertThat(view.tryAcquire("k").allowed()).isTrue();
		assertThat(view.tryAcquire("k").allowed()).isFalse();
		view.reset("k");
		Reservation all = view.reserve("k", 10, Duration.ZERO);
		assertThat(view.tryAcquire("k").allowed()).isFalse();
		assertThat(all.cancel()).isTrue();
		assertThat(view.tryAcquire("k", 10).allowed()).isTrue();
		assertThat(view.tryAcquire("k").allowed()).isFalse();
		this.settings.swap(RateLimitSettings.defaults()
			.withPolicy(RatePolicy.of("p", new Limit(Algorithm.GCRA, 10, HOUR, 12))
				.withLocalRejections(HOUR.dividedBy(60))));
		assertThat(view.tryAcquire("k").allowed()).isTrue();
	}

	@Test
	void asksEachTimeUnlessThePolicySaysOtherwise() {
		PolicyLimiter view = this.limiter.policy(this.policy.withLocalRejections(Duration.ZERO));
		view.tryAcquire("k", 10);
		assertThat(evalshas(() -> {
			for (int i = 0; i < 20; i++) {
				view.tryAcquire("k");
			}
		})).isEqualTo(20);
		assertThat(this.limiter.rejections().size()).isZero();
	}

	@Test
	void remembersABoundedNumberOfSubjects() {
		Rejections rejections = this.limiter.rejections();
		Decision refused = new Decision(false, this.policy.limits().get(0), 0, HOUR, HOUR);
		PolicyCalls calls = new PolicyCalls(this.policy, new KeySpace("t"));
		for (int i = 0; i < 30_000; i++) {
			rejections.remember(calls.take("k" + i, 1), refused, rejections.request());
		}
		assertThat(rejections.size()).isLessThanOrEqualTo(10_000);
	}

	@Test
	void doesNotRememberWhatWasForgottenMeanwhile() {
		Rejections rejections = this.limiter.rejections();
		Rejections.Request request = rejections.request();
		rejections.forget("p", "k");
		rejections.remember(new PolicyCalls(this.policy, new KeySpace("t")).take("k", 1),
				new Decision(false, this.policy.limits().get(0), 0, HOUR, HOUR), request);
		assertThat(rejections.find(this.policy, "k", 1, Duration.ZERO)).isNull();
	}

	private long evalshas(Runnable action) {
		Map<String, Long> before = this.server.commandCalls();
		action.run();
		return this.server.commandCalls().getOrDefault("evalsha", 0L) - before.getOrDefault("evalsha", 0L);
	}

	private void pass(Duration time) {
		this.clock.addAndGet(time.toNanos());
	}

}
