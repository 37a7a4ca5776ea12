// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What a rate limiter keeps in Redis and what it sends, wherever it runs.
 */
@Tag("contract")
@StandaloneClusterAndReplication
class RateLimiterKeysTests extends RateLimiterFixture {

	RateLimiterKeysTests(RedisTopology topology) {
		super(topology);
	}

	@ParameterizedTest
	@EnumSource
	void refusedAttemptsLeaveNoTrace(Algorithm algorithm) {
		RatePolicy policy = RatePolicy.of("p", new Limit(algorithm, 5, quiet()));
		exhaust(policy, 4);
		String held = redisKeys(policy)[0];
		Object content = dump(held);
		long rest = pttl(held);
		assertThat(limiter().tryAcquire(policy, this.key, 2).allowed()).isFalse();
		assertThat(limiter().tryAcquire(policy, this.key, 1).remaining()).isZero();
		Object full = dump(held);
		assertThat(full).isNotEqualTo(content);
		long until = pttl(held);
		assertThat(until).isGreaterThanOrEqualTo((algorithm.hasBurst() ? rest : 0));
		for (int i = 0; i < 50; i++) {
			assertThat(limiter().tryAcquire(policy, this.key, 1).allowed()).isFalse();
		}
		assertThat(dump(held)).isEqualTo(full);
		assertThat(pttl(held)).isLessThanOrEqualTo(until);
	}

	@ParameterizedTest
	@EnumSource
	void keysLiveUntilTheyAreAsIfNeverUsedAndNoLonger(Algorithm algorithm) {
		Duration period = Duration.ofMillis(400);
		RatePolicy policy = RatePolicy.of("p", new Limit(algorithm, 4, period));
		long most = period.toMillis() * ((algorithm == Algorithm.SLIDING_WINDOW_COUNTER) ? 2 : 1) + 1;
		String held = redisKeys(policy)[0];
		for (int i = 0; i < 8; i++) {
			long sent = System.nanoTime();
			Reply reply = attempt(policy);
			long rest = pttl(held);
			if (rest == -2 || rest == 0) {
				// A window can end between the two, and its key with it; a key is still
				// there in the millisecond of its end.
				long passed = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - sent);
				assertThat(passed + 1000).isGreaterThanOrEqualTo(reply.resetAfter());
				continue;
			}
			assertThat(rest).isBetween(1L, most).isLessThanOrEqualTo(reply.resetAfter() / 1000 + 2);
		}
		await().until(() -> pttl(held) == -2);
		assertThat(limiter().policy(policy).peek(this.key)).satisfies((decision) -> {
			assertThat(decision.remaining()).isEqualTo(4);
			assertThat(decision.resetAfter()).isZero();
		});
	}

	@Test
	void keysOfLimitsThatRegainInLessThanAMillisecondExpireToo() {
		for (Limit limit : List.of(new Limit(Algorithm.GCRA, 1_000_000, Duration.ofSeconds(1)),
				new Limit(Algorithm.TOKEN_BUCKET, 1_000_000, Duration.ofSeconds(1)),
				new Limit(Algorithm.LEAKY_BUCKET, 1_000_000, Duration.ofSeconds(1)),
				new Limit(Algorithm.FIXED_WINDOW, 1000, Duration.ofMillis(1)),
				new Limit(Algorithm.SLIDING_WINDOW_LOG, 1000, Duration.ofMillis(1)),
				new Limit(Algorithm.SLIDING_WINDOW_COUNTER, 1000, Duration.ofMillis(1)))) {
			RatePolicy policy = RatePolicy.of("p", limit);
			for (int i = 0; i < 100; i++) {
				limiter().tryAcquire(policy, this.key, 1);
				assertThat(pttl(redisKeys(policy)[0])).isIn(-2L, 0L, 1L, 2L, 3L);
			}
		}
	}

	@ParameterizedTest
	@CsvSource({ "GCRA, 6, 1", "TOKEN_BUCKET, 4, 3", "LEAKY_BUCKET, 8, 0", "FIXED_WINDOW, 8, 0",
			"SLIDING_WINDOW_LOG, 8, 0", "SLIDING_WINDOW_COUNTER, 8, 0" })
	void keepsWhatItKnowsWhenALimitChanges(Algorithm algorithm, long leftOfTwelve, long leftOfThree) {
		Duration period = quiet();
		this.settings
			.swap(RateLimitSettings.defaults().withPolicy(RatePolicy.of("p", new Limit(algorithm, 8, period))));
		PolicyLimiter limiter = limiter().policy("p");
		assertThat(limiter.tryAcquire(this.key, 4).remaining()).isEqualTo(4);
		this.settings
			.swap(RateLimitSettings.defaults().withPolicy(RatePolicy.of("p", new Limit(algorithm, 3, period))));
		assertThat(limiter.peek(this.key).remaining()).isEqualTo(leftOfThree);
		this.settings
			.swap(RateLimitSettings.defaults().withPolicy(RatePolicy.of("p", new Limit(algorithm, 12, period))));
		assertThat(limiter.peek(this.key).remaining()).isEqualTo(leftOfTwelve);
		for (long i = leftOfTwelve; i > 0; i--) {
			assertThat(limiter.tryAcquire(this.key).allowed()).isTrue();
		}
		assertThat(limiter.tryAcquire(this.key).allowed()).isFalse();
	}

	@Test
	void startsAfreshWhenAPeriodOrAnAlgorithmChanges() {
		exhaust(RatePolicy.of("p", Limit.slidingWindow(2, quiet())), 2);
		assertThat(attempt(RatePolicy.of("p", Limit.slidingWindow(2, quiet(1)))).remaining()).isEqualTo(1);
		assertThat(attempt(RatePolicy.of("p", new Limit(Algorithm.GCRA, 2, quiet()))).remaining()).isEqualTo(1);
		assertThat(attempt(RatePolicy.of("p", Limit.slidingWindow(2, quiet()))).admitted()).isFalse();
	}

	@Test
	void countsSubjectsAndPoliciesApart() {
		RatePolicy one = RatePolicy.of("one", Limit.slidingWindow(1, quiet()));
		RatePolicy two = RatePolicy.of("two", Limit.slidingWindow(1, quiet()));
		for (String subject : List.of("a", "b", "a:b", "{a}", "a}b{c", "%7Ba%7D", "日本", " ")) {
			assertThat(limiter().tryAcquire(one, subject, 1).allowed()).as(subject).isTrue();
			assertThat(limiter().tryAcquire(two, subject, 1).allowed()).as(subject).isTrue();
			assertThat(limiter().tryAcquire(one, subject, 1).allowed()).as(subject).isFalse();
		}
	}

	@Test
	void costsOneCommandWhateverTheAnswerAndTheNumberOfLimits() {
		RatePolicy policy = RatePolicy.of("p",
				Arrays.stream(Algorithm.values())
					.map((algorithm) -> new Limit(algorithm, 3, quiet()))
					.toArray(Limit[]::new));
		exhaust(policy, 1);
		Map<String, Long> before = server().commandCalls();
		assertThat(IntStream.range(0, 5).filter((i) -> limiter().tryAcquire(policy, this.key, 1).allowed()).count())
			.isEqualTo(2);
		Map<String, Long> after = server().commandCalls();
		assertThat(after.get("evalsha") - before.get("evalsha")).isEqualTo(5);
		assertThat(after.get("eval")).isEqualTo(before.get("eval"));
	}

	@ParameterizedTest
	@CsvSource({ "GCRA, 600000000 300000000 6000000000, :g3s", "TOKEN_BUCKET, t 2 10 20 3000000, :t3s",
			"LEAKY_BUCKET, l 2 10 20 3000000, :l3s", "FIXED_WINDOW, 2 0 0 f 20 20 3000000, :f3s",
			"SLIDING_WINDOW_COUNTER, 2 0 0 c 20 20 3000000, :c3s", "SLIDING_WINDOW_LOG, 2 20 3000000, :s3s" })
	void sendsDurationsOnlySoThatNoClockOfAClientMatters(Algorithm algorithm, String args, String part) {
		PolicyCalls calls = new PolicyCalls(
				RatePolicy.of("p", new Limit(algorithm, algorithm.hasBurst() ? 10 : 20, Duration.ofSeconds(3), 20)),
				this.keys);
		Attempt attempt = calls.take(this.key, 2);
		assertThat(Stream.of(attempt.args()).map(Utf8::text)).containsExactly(args.split(" "));
		assertThat(attempt.keys()).containsExactly(this.keys.prefix() + ":rate:{p:" + this.key + "}" + part);
		assertThat(Stream.of(calls.look(this.key, 2).args()).map(Utf8::text).skip(1)).startsWith("-1", "0");
	}

	@Test
	void survivesThatTheServerForgetsItsScripts() {
		RatePolicy policy = RatePolicy.of("p", Limit.slidingWindow(20, quiet()));
		for (int i = 0; i < 20; i++) {
			server().scriptFlush();
			assertThat(attempt(policy).admitted()).isTrue();
		}
		assertThat(attempt(policy).admitted()).isFalse();
	}

	@Test
	void chargesNothingWhenAKeyHoldsSomethingElse() {
		Limit first = new Limit(Algorithm.GCRA, 5, quiet());
		RatePolicy policy = RatePolicy.of("p", first, Limit.slidingWindow(5, quiet()));
		String foreign = redisKeys(policy)[1];
		admin().call((commands) -> commands.set(foreign, Utf8.bytes("text")));
		assertThatExceptionOfType(RedisCommandException.class)
			.isThrownBy(() -> limiter().tryAcquire(policy, this.key, 1));
		assertThat(limiter().policy(RatePolicy.of("p", first)).peek(this.key).remaining()).isEqualTo(5);
	}

	@Test
	void takesLittleMemory() {
		KeySpace shop = new KeySpace("shop");
		// From Redis 7 on, each key of a cluster is linked to the others of its slot.
		int links = (server() instanceof RedisCluster) ? 16 : 0;
		String subject = UUID.randomUUID().toString().substring(0, 8);
		for (Algorithm algorithm : Algorithm.values()) {
			Limit limit = new Limit(algorithm, 1000, quiet());
			RatePolicy policy = RatePolicy.of("api", limit);
			RateLimiter limiter = RateLimiter.create(port(), shop, this.settings);
			for (int i = 0; i < 1000; i++) {
				limiter.tryAcquire(policy, subject, 1);
			}
			String held = new PolicyCalls(policy, shop).keys(subject)[0];
			Object bytes = server().masterFor(held).command("MEMORY", "USAGE", held);
			assertThat(Long.parseLong(String.valueOf(bytes))).as(algorithm.label())
				.isPositive()
				.isLessThanOrEqualTo(links + switch (algorithm) {
					// Valkey has the key and its TTL in the same allocation as the value.
					case GCRA -> 96;
					case SLIDING_WINDOW_LOG -> 12 * 1000 + 200;
					default -> 120;
				});
		}
	}

}
