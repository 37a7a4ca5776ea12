// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.ratelimit.RateModels.Charge;
import io.github.rediscomponents.support.CampaignScale;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds reservations, refunds and cancellations against {@link RateModel}: a reservation
 * is an attempt at the first moment that admits it, and what is taken back was never
 * made.
 */
class ReservationModelTests {

	private final CommandPort redis = TestPorts.standalone();

	private final KeySpace keys = new KeySpace("model-" + UUID.randomUUID());

	private final RateLimiter limiter = RateLimiter.create(this.redis, this.keys,
			new LiveSettings<>(RateLimitSettings.defaults()));

	@ParameterizedTest
	@EnumSource
	void reservesAndTakesBackAsTheModelWhileTimePasses(Algorithm algorithm) {
		Random random = new Random(algorithm.ordinal());
		for (int run = 0; run < CampaignScale.times(4, 8); run++) {
			follow(random, RatePolicy.of("p", RandomLimits.shortLimit(random, algorithm, 10 + random.nextInt(60))),
					200);
		}
	}

	@Test
	void reservesAndTakesBackAsTheModelsTogether() {
		Random random = new Random(42);
		for (int run = 0; run < CampaignScale.times(15, 30); run++) {
			List<Limit> limits = new ArrayList<>();
			for (int i = 0; i < 2 + random.nextInt(3); i++) {
				Algorithm algorithm = Algorithm.values()[random.nextInt(Algorithm.values().length)];
				limits.add(RandomLimits.shortLimit(random, algorithm, 10 + 13 * i + random.nextInt(13)));
			}
			follow(random, RatePolicy.of("p", limits.toArray(Limit[]::new)), 150);
		}
	}

	@ParameterizedTest
	@EnumSource
	void reservesAsTheModelAtAnyScale(Algorithm algorithm) {
		Random random = new Random(algorithm.ordinal());
		for (int run = 0; run < CampaignScale.times(50, 100); run++) {
			Limit limit = RandomLimits.anyLimit(random, algorithm);
			RatePolicy policy = RatePolicy.of("p", limit);
			RateModels models = new RateModels(policy);
			long longest = policy.longestWait().toNanos() / 1000;
			for (int i = 0; i < 8; i++) {
				long cost = 1 + (long) (Math.pow(random.nextDouble(), 0.3) * (RandomLimits.maxCost(limit) - 1));
				Duration maxWait = micros((random.nextInt(3) == 0) ? longest : (long) (random.nextDouble() * longest));
				Reply reply = Reply.to(this.redis, this.keys, policy, "k" + run, cost, maxWait);
				models.follow(limit + " cost " + cost + " max wait " + maxWait, reply, cost, maxWait);
			}
		}
	}

	private void follow(Random random, RatePolicy policy, int steps) {
		String key = UUID.randomUUID().toString();
		RateModels models = new RateModels(policy);
		RedisPolicyLimiter view = (RedisPolicyLimiter) this.limiter.policy(policy);
		List<Made> made = new ArrayList<>();
		long most = policy.limits().stream().mapToLong(Limit::burst).min().orElseThrow();
		for (int i = 0; i < steps; i++) {
			String what = policy + " step " + i;
			long cost = 1 + (random.nextInt(4) == 0 ? random.nextInt((int) most) : 0);
			switch (random.nextInt(8)) {
				case 0 -> models.follow(what, Reply.to(this.redis, this.keys, policy, key, cost, false), cost, null);
				case 1 ->
					models.follow(what, Reply.to(this.redis, this.keys, policy, key, cost, true), cost, Duration.ZERO);
				case 2 -> {
					if (refund(what, view, key, cost, models)) {
						// What was refunded must not be cancelled as well.
						made.clear();
					}
				}
				case 3 -> {
					if (!made.isEmpty()) {
						boolean newest = random.nextInt(3) != 0;
						cancel(what, made.remove(newest ? made.size() - 1 : random.nextInt(made.size())), models);
					}
				}
				default -> {
					Duration maxWait = micros(random.nextInt(80_000));
					Reply reply = Reply.to(this.redis, this.keys, policy, key, cost, maxWait);
					Charge charge = models.follow(what, reply, cost, maxWait);
					if (charge != null) {
						made.add(new Made(charge, RedisReservation.of(view, new PolicyCalls(policy, this.keys),
								reply.attempt(), reply.values())));
					}
				}
			}
			if (random.nextInt(6) == 0) {
				LockSupport.parkNanos(random.nextInt(20_000_000));
			}
		}
	}

	private boolean refund(String what, PolicyLimiter view, String key, long cost, RateModels models) {
		long before = serverMicros();
		boolean done = view.refund(key, cost);
		if (models.newest() > serverMicros()) {
			assertThat(done).as(what + " refunded").isFalse();
		}
		if (models.newest() <= before) {
			assertThat(done).as(what + " refunded").isTrue();
		}
		if (done) {
			models.refund(cost);
		}
		return done;
	}

	private void cancel(String what, Made one, RateModels models) {
		boolean done = one.reservation.cancel();
		assertThat(one.reservation.cancel()).isEqualTo(done);
		if (done) {
			assertThat(models.canCancel(one.charge, serverMicros())).as(what + " cancelled").isTrue();
			models.cancel(one.charge);
		}
		else {
			assertThat(models.isNewest(one.charge)).as(what + " cancelled").isFalse();
		}
	}

	private long serverMicros() {
		List<byte[]> time = this.redis.call((commands) -> commands.time());
		return Utf8.number(time.get(0)) * 1_000_000 + Utf8.number(time.get(1));
	}

	private static Duration micros(long micros) {
		return Duration.ofNanos(micros * 1000);
	}

	/** A reservation and what the model knows of it. */
	private record Made(Charge charge, Reservation reservation) {
	}

}
