// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What a rate limiter decides, wherever it runs.
 */
@Tag("contract")
@StandaloneClusterAndReplication
@AsUserOfItsRoom
class RateLimiterTests extends RateLimiterFixture {

	RateLimiterTests(RedisTopology topology) {
		super(topology);
	}

	@ParameterizedTest
	@EnumSource
	void admitsExactlyTheLimitHoweverManyAskAtOnce(Algorithm algorithm) {
		RatePolicy policy = RatePolicy.of("p", new Limit(algorithm, 100, quiet()));
		PolicyLimiter here = limiter().policy(policy);
		PolicyLimiter there = RateLimiter.create(otherPort(), this.keys, this.settings).policy(policy);
		List<Decision> decisions = Concurrently
			.run(IntStream.range(0, 16).<Callable<List<Decision>>>mapToObj((thread) -> () -> {
				PolicyLimiter limiter = (thread % 2 == 0) ? here : there;
				return Concurrently.repeat(50, () -> limiter.tryAcquire(this.key));
			}).toList())
			.stream()
			.flatMap(List::stream)
			.toList();
		assertThat(decisions).hasSize(800);
		assertThat(decisions.stream().filter(Decision::allowed).map(Decision::remaining))
			.containsExactlyInAnyOrderElementsOf(LongStream.range(0, 100).boxed().toList());
		assertThat(decisions).filteredOn((decision) -> !decision.allowed()).hasSize(700).allSatisfy((decision) -> {
			assertThat(decision.remaining()).isZero();
			assertThat(decision.limit()).isEqualTo(100);
			assertThat(decision.retryAfter()).isPositive();
		});
	}

	@ParameterizedTest
	@EnumSource
	void admitsFromThePromisedMicrosecondOnAndNotBefore(Algorithm algorithm) {
		RatePolicy policy = RatePolicy.of("p", new Limit(algorithm, 3, Duration.ofMillis(150)));
		Reply reply = attempt(policy);
		long promised = 0;
		int flips = 0;
		while (flips < 4) {
			if (promised > 0) {
				assertThat(reply.admitted()).isEqualTo(reply.now() >= promised);
				flips += reply.admitted() ? 1 : 0;
			}
			promised = reply.admitted() ? 0 : reply.now() + reply.retryAfter();
			reply = attempt(policy);
		}
	}

	@ParameterizedTest
	@EnumSource
	void chargesEveryLimitOrNone(Algorithm algorithm) {
		Limit wide = new Limit(algorithm, 10, quiet());
		Limit narrow = new Limit(Algorithm.FIXED_WINDOW, 4, quiet(1));
		for (RatePolicy policy : List.of(RatePolicy.of("ab", wide, narrow), RatePolicy.of("ba", narrow, wide))) {
			assertThat(limiter().tryAcquire(policy, this.key, 3)).satisfies((decision) -> {
				assertThat(decision.allowed()).isTrue();
				assertThat(decision.limit()).isEqualTo(4);
				assertThat(decision.remaining()).isEqualTo(1);
			});
			List<Object> contents = Stream.of(redisKeys(policy)).map(this::dump).toList();
			assertThat(limiter().tryAcquire(policy, this.key, 2)).satisfies((decision) -> {
				assertThat(decision.allowed()).isFalse();
				assertThat(decision.limit()).isEqualTo(4);
				assertThat(decision.remaining()).isEqualTo(1);
			});
			assertThat(Stream.of(redisKeys(policy)).map(this::dump)).isEqualTo(contents);
			assertThat(limiter().policy(RatePolicy.of(policy.name(), wide)).peek(this.key).remaining()).isEqualTo(7);
			assertThat(limiter().tryAcquire(policy, this.key, 1).allowed()).isTrue();
		}
	}

	@ParameterizedTest
	@EnumSource
	void tellsWhichLimitDecides(Algorithm algorithm) {
		Limit narrow = new Limit(algorithm, 3, quiet());
		for (Algorithm other : Algorithm.values()) {
			// As large at once, but with more of it in a longer time, or more at once.
			Limit alike = other.hasBurst() ? new Limit(other, 4_000, quiet(1), 3) : new Limit(other, 4, quiet(1));
			for (RatePolicy policy : List.of(RatePolicy.of("ab", narrow, alike), RatePolicy.of("ba", alike, narrow))) {
				PolicyLimiter limiter = limiter().policy(policy);
				String subject = this.key + other + policy.name();
				assertThat(limiter.tryAcquire(subject, 3).allowed()).isTrue();
				for (Decision refused : List.of(limiter.tryAcquire(subject), limiter.peek(subject),
						limiter.reserve(subject, 1, Duration.ZERO).decision())) {
					assertThat(refused.allowed()).isFalse();
					assertThat(refused.decidedBy()).as("%s in %s", other, policy.name()).isEqualTo(narrow);
				}
			}
		}
	}

	@ParameterizedTest
	@EnumSource
	void chargesACostWholeOrNotAtAll(Algorithm algorithm) {
		RatePolicy policy = RatePolicy.of("p", new Limit(algorithm, 10, quiet()));
		assertThat(limiter().tryAcquire(policy, this.key, 7).remaining()).isEqualTo(3);
		assertThat(limiter().tryAcquire(policy, this.key, 4)).satisfies((decision) -> {
			assertThat(decision.allowed()).isFalse();
			assertThat(decision.remaining()).isEqualTo(3);
		});
		assertThat(limiter().tryAcquire(policy, this.key, 3).remaining()).isZero();
	}

	@ParameterizedTest
	@EnumSource
	void looksWithoutTakingAndForgetsWhenTold(Algorithm algorithm) {
		PolicyLimiter limiter = limiter().policy(RatePolicy.of("p", new Limit(algorithm, 2, quiet())));
		assertThat(limiter.peek(this.key))
			.isEqualTo(new Decision(true, new Limit(algorithm, 2, quiet()), 2, Duration.ZERO, Duration.ZERO));
		assertThat(limiter.tryAcquire(this.key).remaining()).isEqualTo(1);
		assertThat(limiter.peek(this.key).remaining()).isEqualTo(1);
		assertThat(limiter.tryAcquire(this.key).remaining()).isZero();
		assertThat(limiter.peek(this.key)).satisfies((decision) -> {
			assertThat(decision.allowed()).isFalse();
			assertThat(decision.retryAfter()).isPositive();
		});
		limiter.reset(this.key);
		assertThat(limiter.peek(this.key))
			.isEqualTo(new Decision(true, new Limit(algorithm, 2, quiet()), 2, Duration.ZERO, Duration.ZERO));
	}

	@Test
	void decidesWithoutBlocking() {
		RatePolicy policy = RatePolicy.of("p", Limit.tokenBucket(1, quiet(), 2));
		this.settings.swap(RateLimitSettings.defaults().withPolicy(policy));
		assertThat(limiter().tryAcquireAsync("p", this.key, 1).toCompletableFuture().join().remaining()).isEqualTo(1);
		assertThat(limiter().tryAcquireAsync(policy, this.key, 1).toCompletableFuture().join().allowed()).isTrue();
		assertThat(limiter().tryAcquireAsync(policy, this.key, 1).toCompletableFuture().join().allowed()).isFalse();
	}

	@Test
	void saysWhichArgumentIsWrongBeforeAnythingIsSent() {
		RatePolicy policy = RatePolicy.of("p", Limit.slidingWindow(5, quiet()),
				new Limit(Algorithm.GCRA, 9, quiet(), 3));
		PolicyLimiter limiter = limiter().policy(policy);
		assertThatIllegalArgumentException().isThrownBy(() -> limiter.tryAcquire(this.key, 0))
			.withMessageStartingWith("cost");
		assertThatIllegalArgumentException().isThrownBy(() -> limiter.tryAcquire(this.key, 4))
			.withMessage("cost 4 can never be admitted by policy 'p', whose gcra admits at most 3");
		assertThatIllegalArgumentException().isThrownBy(() -> limiter.tryAcquireAsync(this.key, 4))
			.withMessageStartingWith("cost");
		assertThatIllegalArgumentException().isThrownBy(() -> limiter.tryAcquire("")).withMessageStartingWith("key");
		assertThatIllegalArgumentException().isThrownBy(() -> limiter.tryAcquire("x".repeat(401)))
			.withMessageStartingWith("key");
		assertThat(limiter.tryAcquire("x".repeat(400)).allowed()).isTrue();
		assertThat(limiter.tryAcquire("日".repeat(400)).allowed()).isTrue();
	}

	@Test
	void namesThePoliciesThatThereAreWhenAskedForAnother() {
		assertThatIllegalArgumentException().isThrownBy(() -> limiter().tryAcquire("login", this.key))
			.withMessage("RateLimiter has no policy 'login'; there are none");
		RatePolicy policy = RatePolicy.of("code", Limit.slidingWindow(5, quiet()));
		this.settings.swap(RateLimitSettings.defaults()
			.withPolicy(policy)
			.withPolicy(RatePolicy.of("api", Limit.slidingWindow(5, quiet()))));
		assertThatIllegalArgumentException().isThrownBy(() -> limiter().policy("login"))
			.withMessage("RateLimiter has no policy 'login'; there are [api, code]");
		PolicyLimiter code = limiter().policy("code");
		assertThat(code.tryAcquire(this.key).allowed()).isTrue();
		this.settings.swap(RateLimitSettings.defaults());
		assertThatIllegalArgumentException().isThrownBy(() -> code.tryAcquire(this.key)).withMessageContaining("code");
	}

}
