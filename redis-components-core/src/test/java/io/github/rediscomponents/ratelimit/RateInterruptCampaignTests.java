// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.SplittableRandom;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.InterruptStorm;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Threads wait for one rate limit and are interrupted at random moments. Never is more
 * admitted than the limit allows, no thread is stuck, and in the end nothing is charged
 * ahead by a log, and no more than one place for each interrupt by the others.
 *
 * <p>
 * 60 interrupts for each algorithm; with {@code -Dcampaign.scale=N} N times as many.
 * {@code -Dcampaign.seed} repeats the choices of a run.
 */
class RateInterruptCampaignTests {

	private static final int SCALE = Integer.getInteger("campaign.scale", 1);

	private static final long SEED = Long.getLong("campaign.seed", new SplittableRandom().nextLong(1L << 40));

	private static final int EACH = 60;

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final int THREADS = 8;

	private static final int LIMIT = 4;

	private static final Duration PERIOD = Duration.ofMillis(8);

	@ParameterizedTest
	@EnumSource
	void nothingStaysChargedForLongWheneverAThreadIsInterrupted(Algorithm algorithm) throws Exception {
		try (RedisServer server = RedisServer.start(); CommandPort port = TestPorts.open(server.uri(), PATIENCE)) {
			PolicyLimiter limiter = RateLimiter
				.create(port, new KeySpace("storm"), new LiveSettings<>(RateLimitSettings.defaults()))
				.policy(RatePolicy.of("api", new Limit(algorithm, LIMIT, PERIOD)));
			InterruptStorm storm = new InterruptStorm(new SplittableRandom(SEED), "-Dcampaign.seed=" + SEED);
			for (int i = 0; i < THREADS; i++) {
				storm.add("waits-" + i, () -> {
					limiter.acquire("anna");
					storm.acquired();
				});
			}
			long start = System.nanoTime();
			storm.run(EACH * SCALE);
			long periods = (System.nanoTime() - start) / PERIOD.toNanos() + 1;
			assertThat(storm.acquisitions()).as("-Dcampaign.seed=%s, in %s periods", SEED, periods)
				.isLessThanOrEqualTo((int) (LIMIT * (periods + 1)));
			// A place that others came after is not given back, but for a log.
			Decision left = limiter.peek("anna");
			int places = (algorithm == Algorithm.SLIDING_WINDOW_LOG) ? 0 : (EACH * SCALE + THREADS) / LIMIT;
			assertThat(left.resetAfter()).as("-Dcampaign.seed=%s", SEED)
				.isLessThanOrEqualTo(PERIOD.multipliedBy(places + 2));
			limiter.acquire("anna", LIMIT);
			System.out.printf(
					"Interrupts of rate limits, -Dcampaign.seed=%d, %s: %d interrupts %s in %d periods, %s left%n",
					SEED, algorithm.label(), EACH * SCALE, storm, periods, left.resetAfter());
		}
	}

}
