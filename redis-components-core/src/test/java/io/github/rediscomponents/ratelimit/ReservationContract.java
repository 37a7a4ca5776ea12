package io.github.rediscomponents.ratelimit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * What reserving, waiting and giving back do, wherever a rate limiter runs.
 */
@Tag("contract")
abstract class ReservationContract extends RateLimiterFixture {

	private static final Duration HOUR = Duration.ofHours(1);

	@ParameterizedTest
	@EnumSource
	void admitsNoMoreThanTheDefinitionHoweverManyReserveAtOnce(Algorithm algorithm) {
		RatePolicy policy = RatePolicy.of("p", new Limit(algorithm, 10, Duration.ofMillis(700)));
		List<Reply> replies = Concurrently.run(IntStream.range(0, 16)
			.<Callable<List<Reply>>>mapToObj((thread) -> () -> Concurrently.repeat(20,
					() -> Reply.to((thread % 2 == 0) ? port() : otherPort(), this.keys, policy, this.key,
							1 + thread % 3, HOUR)))
			.toList()).stream().flatMap(List::stream).toList();
		assertThat(replies).hasSize(320).allMatch(Reply::admitted);
		RateModel model = RateModel.of(policy.limits().get(0));
		replies.stream().sorted(Comparator.comparingLong(ReservationContract::moment)).forEach((reply) -> {
			assertThat(model.left(moment(reply))).isGreaterThanOrEqualTo(reply.attempt().cost());
			model.charge(moment(reply), reply.attempt().cost());
		});
	}

	@ParameterizedTest
	@EnumSource
	void nobodyIsAdmittedBeforeThoseWhoReservedEarlier(Algorithm algorithm) {
		PolicyLimiter limiter = limiter().policy(RatePolicy.of("p", new Limit(algorithm, 4, hours())));
		assertThat(limiter.reserve(this.key, 3, Duration.ZERO).delay()).isZero();
		Reservation first = limiter.reserve(this.key, 4, days());
		assertThat(first.allowed()).isTrue();
		assertThat(first.delay()).isPositive();
		assertThat(first.decision().remaining()).isZero();
		assertThat(limiter.tryAcquire(this.key, 1)).satisfies((refused) -> {
			assertThat(refused.allowed()).isFalse();
			assertThat(refused.remaining()).isZero();
			assertThat(refused.retryAfter()).isGreaterThanOrEqualTo(first.delay().minusMinutes(1));
		});
	}

	@ParameterizedTest
	@EnumSource
	void refusesADelayThatIsTooLongAndChargesNothing(Algorithm algorithm) {
		RatePolicy policy = RatePolicy.of("p", new Limit(algorithm, 2, hours()));
		exhaust(policy, 2);
		Object content = dump(redisKeys(policy)[0]);
		Reservation refused = limiter().policy(policy).reserve(this.key, 1, Duration.ofMillis(1));
		assertThat(refused.allowed()).isFalse();
		assertThat(refused.delay()).isPositive().isEqualTo(refused.decision().retryAfter());
		assertThat(refused.decision().isEnforced()).isTrue();
		assertThat(refused.cancel()).isFalse();
		assertThatIllegalStateException().isThrownBy(refused::await);
		assertThat(dump(redisKeys(policy)[0])).isEqualTo(content);
	}

	@ParameterizedTest
	@EnumSource
	void cancellingTheNewestLeavesWhatWasBefore(Algorithm algorithm) {
		RatePolicy policy = RatePolicy.of("p", new Limit(algorithm, 3, hours()),
				new Limit(Algorithm.TOKEN_BUCKET, 50, quiet()));
		PolicyLimiter limiter = limiter().policy(policy);
		Reservation only = limiter.reserve(this.key, 2, Duration.ZERO);
		assertThat(only.cancel()).isTrue();
		assertThat(limiter.peek(this.key))
			.isEqualTo(new Decision(true, policy.limits().get(0), 3, Duration.ZERO, Duration.ZERO));
		exhaust(policy, 3);
		List<Object> contents = Stream.of(redisKeys(policy)).map(this::dump).toList();
		Reservation ahead = limiter.reserveAsync(this.key, 2, days()).toCompletableFuture().join();
		assertThat(Stream.of(redisKeys(policy)).map(this::dump)).isNotEqualTo(contents);
		assertThat(ahead.cancelAsync().toCompletableFuture().join()).isTrue();
		assertThat(Stream.of(redisKeys(policy)).map(this::dump)).isEqualTo(contents);
		exhaustNothing(limiter);
		assertThat(ahead.cancel()).isTrue();
		assertThat(Stream.of(redisKeys(policy)).map(this::dump)).isEqualTo(contents);
	}

	@ParameterizedTest
	@EnumSource
	void cancellingOneThatOthersCameAfterGivesBackOnlyInALog(Algorithm algorithm) {
		RatePolicy policy = RatePolicy.of("p", new Limit(algorithm, 1, hours()));
		PolicyLimiter limiter = limiter().policy(policy);
		exhaust(policy, 1);
		Reservation first = limiter.reserve(this.key, 1, days());
		Object content = dump(redisKeys(policy)[0]);
		if (limiter.reserve(this.key, 1, days()).allowed()) {
			boolean log = algorithm == Algorithm.SLIDING_WINDOW_LOG;
			assertThat(first.cancel()).isEqualTo(log);
			assertThat(first.cancel()).isEqualTo(log);
		}
		else {
			assertThat(dump(redisKeys(policy)[0])).isEqualTo(content);
			assertThat(first.cancel()).isTrue();
		}
	}

	@ParameterizedTest
	@EnumSource
	void refundsTheNewestAndNeverMoreThanAFreshSubjectHas(Algorithm algorithm) {
		RatePolicy policy = RatePolicy.of("p", new Limit(algorithm, 5, quiet()),
				new Limit(Algorithm.FIXED_WINDOW, 9, quiet(1)));
		PolicyLimiter limiter = limiter().policy(policy);
		assertThat(limiter.refund(this.key, 3)).isTrue();
		assertThat(limiter.tryAcquire(this.key, 4).remaining()).isEqualTo(1);
		assertThat(limiter.refund(this.key, 3)).isTrue();
		assertThat(limiter.peek(this.key, 4).allowed()).isTrue();
		assertThat(limiter.peek(this.key).remaining()).isEqualTo(4);
		assertThat(limiter.refund(this.key, 5)).isTrue();
		assertThat(limiter.peek(this.key))
			.isEqualTo(new Decision(true, policy.limits().get(0), 5, Duration.ZERO, Duration.ZERO));
		assertThat(limiter.tryAcquire(this.key, 5).allowed()).isTrue();
		assertThat(limiter.tryAcquire(this.key, 1).allowed()).isFalse();
	}

	@ParameterizedTest
	@EnumSource
	void refundsNothingWhileAReservationLiesAhead(Algorithm algorithm) {
		RatePolicy policy = RatePolicy.of("p", new Limit(algorithm, 2, hours()),
				new Limit(Algorithm.LEAKY_BUCKET, 50, quiet()));
		PolicyLimiter limiter = limiter().policy(policy);
		exhaust(policy, 2);
		Reservation ahead = limiter.reserve(this.key, 1, days());
		List<Object> contents = Stream.of(redisKeys(policy)).map(this::dump).toList();
		assertThat(limiter.refund(this.key, 1)).isFalse();
		assertThat(Stream.of(redisKeys(policy)).map(this::dump)).isEqualTo(contents);
		assertThat(ahead.cancel()).isTrue();
		assertThat(limiter.refund(this.key, 1)).isTrue();
		assertThat(limiter.peek(this.key).remaining()).isEqualTo(1);
	}

	@ParameterizedTest
	@EnumSource
	void keepsReservationsInFlightWhenALimitChanges(Algorithm algorithm) {
		Duration period = hours();
		configure(new Limit(algorithm, 4, period));
		PolicyLimiter limiter = limiter().policy("p");
		assertThat(limiter.tryAcquire(this.key, 4).allowed()).isTrue();
		Reservation ahead = limiter.reserve(this.key, 4, days());
		assertThat(ahead.allowed()).isTrue();
		for (long changed : new long[] { 5, 4 }) {
			configure(new Limit(algorithm, changed, period));
			assertThat(limiter.peek(this.key)).satisfies((decision) -> {
				assertThat(decision.allowed()).isFalse();
				assertThat(decision.limit()).isEqualTo(changed);
				assertThat(decision.remaining()).isZero();
			});
			assertThat(limiter.refund(this.key, 1)).isFalse();
		}
		assertThat(ahead.cancel()).isTrue();
		assertThat(limiter.peek(this.key).remaining()).isZero();
		assertThat(limiter.refund(this.key, 1)).isTrue();
		assertThat(limiter.peek(this.key).remaining()).isEqualTo(1);
	}

	@Test
	void waitsUntilItsTurnAndNotLess() throws InterruptedException {
		Listened listened = new Listened();
		PolicyLimiter limiter = RateLimiter.create(port(), this.keys, this.settings, listened)
			.policy(RatePolicy.of("p", new Limit(Algorithm.GCRA, 1, Duration.ofMillis(150))));
		long start = System.nanoTime();
		limiter.acquire(this.key);
		limiter.acquire(this.key, 1);
		assertThat(limiter.tryAcquire(this.key, 1, HOUR).allowed()).isTrue();
		assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(Duration.ofMillis(300).toNanos());
		assertThat(limiter.tryAcquire(this.key, 1, Duration.ofMillis(1))).satisfies((refused) -> {
			assertThat(refused.allowed()).isFalse();
			assertThat(refused.retryAfter()).isPositive();
		});
		assertThat(listened.told).containsExactly("admitted", "admitted", "waited", "admitted", "waited", "rejected");
	}

	@Test
	void anInterruptedWaiterGivesItsPlaceBack() throws Exception {
		PolicyLimiter limiter = limiter().policy(RatePolicy.of("p", new Limit(Algorithm.GCRA, 1, HOUR)));
		limiter.acquire(this.key);
		FutureTask<Boolean> task = new FutureTask<>(() -> {
			try {
				limiter.acquire(this.key);
				return false;
			}
			catch (InterruptedException ex) {
				return ex.getSuppressed().length == 0;
			}
		});
		Thread waiter = new Thread(task, "waiter");
		waiter.start();
		await().until(() -> limiter.peek(this.key).retryAfter().compareTo(HOUR) > 0);
		waiter.interrupt();
		assertThat(task.get()).isTrue();
		assertThat(limiter.peek(this.key).retryAfter()).isLessThanOrEqualTo(HOUR);
	}

	@Test
	void saysWhenItWouldTakeLongerThanReservationsLieAhead() {
		PolicyLimiter limiter = limiter().policy(RatePolicy.of("p", new Limit(Algorithm.GCRA, 1, quiet())));
		assertThat(limiter.tryAcquire(this.key).allowed()).isTrue();
		assertThatIllegalStateException().isThrownBy(() -> limiter.acquire(this.key))
			.withMessageContainingAll("'p'", "PT24H");
	}

	@Test
	void costsOneCommandEachAndNoneToCancelAgain() {
		RatePolicy policy = RatePolicy.of("p", new Limit(Algorithm.GCRA, 1, HOUR), Limit.slidingWindow(1, HOUR));
		PolicyLimiter limiter = limiter().policy(policy);
		Reservation warm = limiter.reserve(this.key, 1, Duration.ZERO);
		warm.cancel();
		limiter.refund(this.key, 1);
		Map<String, Long> before = server().commandCalls();
		Reservation one = limiter.reserve(this.key, 1, days());
		Reservation two = limiter.reserve(this.key, 1, days());
		two.cancel();
		two.cancel();
		limiter.reserve(this.key, 1, Duration.ZERO);
		one.cancel();
		limiter.refund(this.key, 1);
		Map<String, Long> after = server().commandCalls();
		assertThat(after.get("evalsha") - before.get("evalsha")).isEqualTo(6);
		assertThat(after.get("eval")).isEqualTo(before.get("eval"));
	}

	@Test
	void sendsDurationsOnly() {
		PolicyCalls calls = new PolicyCalls(RatePolicy.of("p", Limit.slidingWindow(10, Duration.ofSeconds(3))),
				this.keys);
		Attempt attempt = calls.reserve(this.key, 2, Duration.ofSeconds(90));
		assertThat(Stream.of(attempt.args()).map((arg) -> new String(arg, StandardCharsets.UTF_8))).containsExactly("2",
				"90000000", "1", "s", "10", "10", "3000000");
	}

	@Test
	void saysWhichArgumentIsWrong() {
		PolicyLimiter limiter = limiter().policy(RatePolicy.of("p", new Limit(Algorithm.GCRA, 5, HOUR)));
		for (Duration wrong : new Duration[] { Duration.ofNanos(-1), Duration.ofDays(1).plusNanos(1) }) {
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.reserve(this.key, 1, wrong))
				.withMessageStartingWith("maxWait must be between");
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.tryAcquire(this.key, 1, wrong))
				.withMessageStartingWith("maxWait must be between");
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.reserveAsync(this.key, 1, wrong))
				.withMessageStartingWith("maxWait must be between");
		}
		for (long wrong : new long[] { 0, -1, 6 }) {
			List<Runnable> calls = new ArrayList<>();
			calls.add(() -> limiter.reserve(this.key, wrong, HOUR));
			calls.add(() -> limiter.reserveAsync(this.key, wrong, HOUR));
			calls.add(() -> limiter.refund(this.key, wrong));
			calls.add(() -> limiter.peek(this.key, wrong));
			calls.forEach((call) -> assertThatIllegalArgumentException().isThrownBy(call::run)
				.withMessageStartingWith("cost "));
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.acquire(this.key, wrong))
				.withMessageStartingWith("cost ");
		}
		for (String wrong : List.of("", "x".repeat(401))) {
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.reserve(wrong, 1, HOUR))
				.withMessageStartingWith("key ");
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.refund(wrong, 1))
				.withMessageStartingWith("key ");
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.reset(wrong)).withMessageStartingWith("key ");
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.acquire(wrong))
				.withMessageStartingWith("key ");
		}
		assertThatIllegalArgumentException().isThrownBy(() -> limiter().reserve("none", this.key, 1, HOUR))
			.withMessageContaining("'none'");
		assertThat(limiter.peek(this.key).remaining()).isEqualTo(5);
	}

	@ParameterizedTest
	@EnumSource
	void leavesNoKeyBehind(Algorithm algorithm) {
		RatePolicy policy = RatePolicy.of("p", new Limit(algorithm, 5, Duration.ofMillis(200)));
		PolicyLimiter limiter = RateLimiter.create(port().withTimeout(Duration.ofSeconds(2)), this.keys, this.settings)
			.policy(policy);
		for (int i = 0; i < 20; i++) {
			Reservation reservation = limiter.reserve(this.key + i, 4, HOUR);
			limiter.reserve(this.key + i, 3, HOUR);
			reservation.cancel();
			limiter.tryAcquire(this.key + "b" + i, 2);
			limiter.refund(this.key + "b" + i, 1);
		}
		List<String> held = heldKeys();
		assertThat(held).isNotEmpty().allSatisfy((name) -> assertThat(pttl(name)).isNotEqualTo(-1));
		await().atMost(Duration.ofSeconds(30)).until(() -> heldKeys().isEmpty());
	}

	private List<String> heldKeys() {
		List<String> held = new ArrayList<>();
		server().nodes().forEach((node) -> {
			if (node.command("KEYS", this.keys.prefix() + ":*") instanceof List<?> names) {
				names.forEach((name) -> held.add(String.valueOf(name)));
			}
		});
		return held;
	}

	private void configure(Limit limit) {
		this.settings.swap(RateLimitSettings.defaults().withPolicy(RatePolicy.of("p", limit)));
	}

	private void exhaustNothing(PolicyLimiter limiter) {
		assertThat(limiter.tryAcquire(this.key).allowed()).isFalse();
	}

	private static long moment(Reply reply) {
		return reply.now() + reply.retryAfter();
	}

	private static Duration days() {
		return Duration.ofDays(1);
	}

	/**
	 * A period within which a reservation can lie ahead, and whose windows have no border
	 * near now.
	 */
	private static Duration hours() {
		long now = System.currentTimeMillis();
		return IntStream.range(6, 12)
			.mapToObj(Duration::ofHours)
			.filter((
					period) -> Math.min(now % period.toMillis(), period.toMillis() - now % period.toMillis()) > 600_000)
			.findFirst()
			.orElseThrow();
	}

	/** Keeps what it is told. */
	private static final class Listened implements RateLimitListener {

		private final ConcurrentLinkedQueue<String> told = new ConcurrentLinkedQueue<>();

		@Override
		public void admitted(String policy, String subject, long cost, Decision decision) {
			this.told.add("admitted");
		}

		@Override
		public void rejected(String policy, String subject, long cost, Decision decision, boolean remembered) {
			this.told.add("rejected");
		}

		@Override
		public void waited(String policy, String subject, long waitedNanos) {
			this.told.add("waited");
		}

	}

}
