package io.github.rediscomponents.ratelimit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.RedisErrorException;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisDeployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What a rate limiter does wherever it runs.
 */
@Tag("contract")
abstract class RateLimiterContract {

	private final KeySpace keys = new KeySpace("t" + UUID.randomUUID().toString().substring(0, 8));

	private final LiveSettings<RateLimitSettings> settings = new LiveSettings<>(RateLimitSettings.defaults());

	private final String key = "user-" + UUID.randomUUID();

	protected abstract RedisPort port();

	/** As another process has it. */
	protected abstract RedisPort otherPort();

	protected abstract RedisDeployment server();

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
	void keysLiveUntilTheyAreAsIfNeverUsedAndNoLonger(Algorithm algorithm) {
		Duration period = Duration.ofMillis(400);
		RatePolicy policy = RatePolicy.of("p", new Limit(algorithm, 4, period));
		long most = period.toMillis() * ((algorithm == Algorithm.SLIDING_WINDOW_COUNTER) ? 2 : 1) + 1;
		String held = redisKeys(policy)[0];
		for (int i = 0; i < 8; i++) {
			Reply reply = attempt(policy);
			long rest = pttl(held);
			assertThat(rest).isBetween(1L, most).isLessThanOrEqualTo(reply.resetAfter() / 1000 + 2);
		}
		await().atMost(Duration.ofSeconds(5)).until(() -> pttl(held) == -2);
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

	@ParameterizedTest
	@EnumSource
	void looksWithoutTakingAndForgetsWhenTold(Algorithm algorithm) {
		PolicyLimiter limiter = limiter().policy(RatePolicy.of("p", new Limit(algorithm, 2, quiet())));
		assertThat(limiter.peek(this.key)).isEqualTo(new Decision(true, 2, 2, Duration.ZERO, Duration.ZERO));
		assertThat(limiter.tryAcquire(this.key).remaining()).isEqualTo(1);
		assertThat(limiter.peek(this.key).remaining()).isEqualTo(1);
		assertThat(limiter.tryAcquire(this.key).remaining()).isZero();
		assertThat(limiter.peek(this.key)).satisfies((decision) -> {
			assertThat(decision.allowed()).isFalse();
			assertThat(decision.retryAfter()).isPositive();
		});
		limiter.reset(this.key);
		assertThat(limiter.peek(this.key)).isEqualTo(new Decision(true, 2, 2, Duration.ZERO, Duration.ZERO));
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

	@Test
	void sendsDurationsOnlySoThatNoClockOfAClientMatters() {
		Attempt attempt = Attempt.of(RatePolicy.of("p", new Limit(Algorithm.GCRA, 10, Duration.ofSeconds(3), 20)),
				this.keys, this.key, 2, true);
		assertThat(Stream.of(attempt.args()).map((arg) -> new String(arg, StandardCharsets.UTF_8))).containsExactly("2",
				"1", "g", "10", "20", "3000000");
		assertThat(attempt.keys()).containsExactly(this.keys.prefix() + ":rate:{p:" + this.key + "}:g3s");
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
		port().call((commands) -> commands.set(foreign, Utf8.bytes("text")));
		assertThatExceptionOfType(RedisErrorException.class)
			.isThrownBy(() -> limiter().tryAcquire(policy, this.key, 1));
		assertThat(limiter().policy(RatePolicy.of("p", first)).peek(this.key).remaining()).isEqualTo(5);
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

	@Test
	void takesLittleMemory() {
		KeySpace shop = new KeySpace("shop");
		String subject = UUID.randomUUID().toString().substring(0, 8);
		for (Algorithm algorithm : Algorithm.values()) {
			Limit limit = new Limit(algorithm, 1000, Duration.ofHours(1));
			RatePolicy policy = RatePolicy.of("api", limit);
			RateLimiter limiter = RateLimiter.create(port(), shop, this.settings);
			for (int i = 0; i < 1000; i++) {
				limiter.tryAcquire(policy, subject, 1);
			}
			String held = Attempt.of(policy, shop, subject, 1, true).keys()[0];
			Object bytes = server().masterFor(held).command("MEMORY", "USAGE", held);
			assertThat(Long.parseLong(String.valueOf(bytes))).as(algorithm.label())
				.isPositive()
				.isLessThanOrEqualTo(switch (algorithm) {
					case GCRA -> 80;
					case SLIDING_WINDOW_LOG -> 12 * 1000 + 200;
					default -> 120;
				});
		}
	}

	private RateLimiter limiter() {
		return RateLimiter.create(port(), this.keys, this.settings);
	}

	private Reply attempt(RatePolicy policy) {
		return Reply.to(port(), this.keys, policy, this.key, 1, true);
	}

	private void exhaust(RatePolicy policy, int times) {
		for (int i = 0; i < times; i++) {
			assertThat(limiter().tryAcquire(policy, this.key, 1).allowed()).isTrue();
		}
	}

	private String[] redisKeys(RatePolicy policy) {
		return Attempt.of(policy, this.keys, this.key, 1, true).keys();
	}

	private Object dump(String held) {
		byte[] content = port().call((commands) -> commands.dump(held));
		return HexFormat.of().formatHex(content);
	}

	private long pttl(String held) {
		return port().call((commands) -> commands.pttl(held));
	}

	private static Duration quiet() {
		return quiet(0);
	}

	/**
	 * Periods so long that nothing comes back during a test, and whose windows have no
	 * border near now.
	 */
	private static Duration quiet(int which) {
		long now = System.currentTimeMillis();
		long day = Duration.ofDays(1).toMillis();
		return IntStream.range(30, 60)
			.mapToObj(Duration::ofDays)
			.filter((period) -> Math.min(now % period.toMillis(), period.toMillis() - now % period.toMillis()) > day)
			.skip(which)
			.findFirst()
			.orElseThrow();
	}

}
