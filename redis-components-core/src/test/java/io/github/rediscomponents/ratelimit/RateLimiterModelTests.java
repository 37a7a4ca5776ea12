// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.CampaignScale;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds every decision of the script against {@link RateModel}, at the moment at which
 * the server took it. The model finds its waiting times by searching for the first
 * microsecond that admits, so equality says that the script's are exact.
 */
class RateLimiterModelTests {

	private final CommandPort redis = TestPorts.standalone();

	private final KeySpace keys = new KeySpace("model-" + UUID.randomUUID());

	@ParameterizedTest
	@EnumSource
	void decidesAsTheModelWhileTimePasses(Algorithm algorithm) {
		Random random = new Random(algorithm.ordinal());
		for (int run = 0; run < CampaignScale.times(6, 12); run++) {
			follow(random, RatePolicy.of("p", RandomLimits.shortLimit(random, algorithm, 10 + random.nextInt(60))),
					250);
		}
	}

	@Test
	void decidesAsTheModelsTogetherWhileTimePasses() {
		Random random = new Random(42);
		for (int run = 0; run < CampaignScale.times(20, 40); run++) {
			List<Limit> limits = new ArrayList<>();
			for (int i = 0; i < 2 + random.nextInt(3); i++) {
				Algorithm algorithm = Algorithm.values()[random.nextInt(Algorithm.values().length)];
				limits.add(RandomLimits.shortLimit(random, algorithm, 10 + 13 * i + random.nextInt(13)));
			}
			follow(random, RatePolicy.of("p", limits.toArray(Limit[]::new)), 200);
		}
	}

	@ParameterizedTest
	@EnumSource
	void decidesAsTheModelAtAnyScale(Algorithm algorithm) {
		Random random = new Random(algorithm.ordinal());
		for (int run = 0; run < CampaignScale.times(350, 700); run++) {
			Limit limit = RandomLimits.anyLimit(random, algorithm);
			RatePolicy policy = RatePolicy.of("p", limit);
			String key = "k" + run;
			RateModel model = RateModel.of(limit);
			model.invent(random, serverMicros());
			plant(new PolicyCalls(policy, this.keys).keys(key)[0], limit, model.stored());
			long cost = 1 + (long) (random.nextDouble() * random.nextDouble() * (RandomLimits.maxCost(limit) - 1));
			RateModels models = new RateModels(policy, model);
			models.follow(limit + " " + model.stored(), Reply.to(this.redis, this.keys, policy, key, cost, false), cost,
					null);
			Reply reply = Reply.to(this.redis, this.keys, policy, key, cost, true);
			models.follow(limit + " cost " + cost, reply, cost, Duration.ZERO);
			Reply next = Reply.to(this.redis, this.keys, policy, key, 1, true);
			models.follow(limit + " then 1", next, 1, Duration.ZERO);
		}
	}

	@Test
	void countsAUnitUntilExactlyOnePeriodAgo() {
		Limit limit = Limit.slidingWindow(10_000, Duration.ofMinutes(1));
		RatePolicy policy = RatePolicy.of("p", limit);
		for (int run = 0; run < CampaignScale.times(10, 20); run++) {
			String key = "dense" + run;
			long border = serverMicros() - limit.period().toMillis() * 1000;
			List<Long> everyMicrosecond = LongStream.range(border - 2000, border + 6000).boxed().toList();
			plant(new PolicyCalls(policy, this.keys).keys(key)[0], limit,
					everyMicrosecond.stream().map(String::valueOf).toList());
			for (int i = 0; i < 5; i++) {
				Reply reply = Reply.to(this.redis, this.keys, policy, key, 1, false);
				long over = reply.now() - limit.period().toMillis() * 1000;
				assertThat(reply.remaining())
					.isEqualTo(10_000 - everyMicrosecond.stream().filter((moment) -> moment > over).count());
			}
		}
	}

	private void follow(Random random, RatePolicy policy, int attempts) {
		String key = UUID.randomUUID().toString();
		RateModels models = new RateModels(policy);
		long most = policy.limits().stream().mapToLong(Limit::burst).min().orElseThrow();
		for (int i = 0; i < attempts; i++) {
			long cost = 1 + (random.nextInt(4) == 0 ? random.nextInt((int) most) : 0);
			boolean charge = random.nextInt(8) != 0;
			Reply reply = Reply.to(this.redis, this.keys, policy, key, cost, charge);
			models.follow(policy + " attempt " + i, reply, cost, charge ? Duration.ZERO : null);
			if (random.nextInt(10) == 0) {
				LockSupport.parkNanos(random.nextInt(6_000_000));
			}
		}
	}

	private void plant(String key, Limit limit, List<String> stored) {
		byte[][] values = stored.stream().map(Utf8::bytes).toArray(byte[][]::new);
		if (limit.algorithm() == Algorithm.SLIDING_WINDOW_LOG) {
			TestPorts.admin(RedisTopology.STANDALONE).call((commands) -> commands.rpush(key, values));
		}
		else {
			TestPorts.admin(RedisTopology.STANDALONE).call((commands) -> commands.set(key, values[0]));
		}
	}

	private long serverMicros() {
		List<byte[]> time = this.redis.call((commands) -> commands.time());
		return Utf8.number(time.get(0)) * 1_000_000 + Utf8.number(time.get(1));
	}

}
