// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a limiter tells of its own decisions.
 */
@StandaloneClusterAndReplication
@AsUserOfItsRoom
class RateLimitActivityTests extends RateLimiterFixture {

	RateLimitActivityTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void countsDecisionsByPolicyAndRefusalsBySubject() {
		RateLimiter limiter = limiter();
		RatePolicy strict = RatePolicy.of("strict", new Limit(Algorithm.FIXED_WINDOW, 2, quiet()));
		RatePolicy wide = RatePolicy.of("wide", new Limit(Algorithm.FIXED_WINDOW, 1000, quiet()));
		assertThat(limiter.activity().policies()).isEmpty();
		for (int i = 0; i < 7; i++) {
			limiter.tryAcquire(strict, this.key, 1);
			limiter.tryAcquire(wide, this.key, 1);
		}
		for (int i = 0; i < 4; i++) {
			limiter.tryAcquire(strict, "another", 1);
		}
		RateLimitActivity activity = limiter.activity();
		assertThat(activity.policies()).containsExactly(new RateLimitActivity.Decisions("strict", 4, 7, 0),
				new RateLimitActivity.Decisions("wide", 7, 0, 0));
		assertThat(activity.refused()).containsExactly(new RateLimitActivity.Refused("strict", this.key, 5, 5),
				new RateLimitActivity.Refused("strict", "another", 2, 2));
	}

	@Test
	void namesTwoHundredPoliciesAtMost() {
		RateLimiter limiter = limiter();
		for (int i = 0; i < 230; i++) {
			limiter.tryAcquire(RatePolicy.of("p" + i, new Limit(Algorithm.FIXED_WINDOW, 2, quiet())), this.key, 1);
		}
		assertThat(limiter.activity().policies()).hasSize(201)
			.contains(new RateLimitActivity.Decisions("other", 30, 0, 0));
	}

}
