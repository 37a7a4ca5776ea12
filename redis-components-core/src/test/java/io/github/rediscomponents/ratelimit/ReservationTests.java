// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Order, delays and refunds of reservations.
 */
@Tag("contract")
@StandaloneAndCluster
class ReservationTests extends RateLimiterFixture {

	private static final Duration HOUR = Duration.ofHours(1);

	ReservationTests(RedisTopology topology) {
		super(topology);
	}

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
		replies.stream().sorted(Comparator.comparingLong(ReservationTests::moment)).forEach((reply) -> {
			assertThat(model.left(moment(reply))).isGreaterThanOrEqualTo(reply.attempt().cost());
			model.charge(moment(reply), reply.attempt().cost());
		});
	}

	@Test
	void aCancellationCompletesAlsoWhereItsReplyCannotBeTaken() {
		CommandPort strange = InterceptedPort.of(port(),
				(method, args, real) -> InterceptedPort.script(args).equals("ratelimit/cancel")
						? CompletableFuture.completedStage(null) : real.proceed());
		Reservation reservation = RateLimiter.create(strange, this.keys, this.settings)
			.policy(RatePolicy.of("p", new Limit(Algorithm.TOKEN_BUCKET, 4, hours())))
			.reserve(this.key, 1, Duration.ZERO);
		assertThat(reservation.cancelAsync().toCompletableFuture()).failsWithin(Duration.ofSeconds(30))
			.withThrowableOfType(ExecutionException.class);
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
		RateLimiter limits = RateLimiter.create(port(), this.keys, this.settings, listened);
		PolicyLimiter limiter = limits.policy(RatePolicy.of("p", new Limit(Algorithm.GCRA, 1, Duration.ofSeconds(1))));
		limiter.peek(this.key);
		long start = System.nanoTime();
		limiter.acquire(this.key);
		limiter.acquire(this.key, 1);
		assertThat(limiter.tryAcquire(this.key, 1, HOUR).allowed()).isTrue();
		assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(Duration.ofSeconds(2).toNanos());
		PolicyLimiter slow = limits.policy(RatePolicy.of("slow", new Limit(Algorithm.GCRA, 1, HOUR)));
		slow.acquire(this.key);
		assertThat(slow.tryAcquire(this.key, 1, Duration.ofMillis(1))).satisfies((refused) -> {
			assertThat(refused.allowed()).isFalse();
			assertThat(refused.retryAfter()).isPositive();
		});
		// Whose turn has come by the time of the call does not wait.
		assertThat(String.join(" ", listened.told)).matches("admitted (ahead waited |admitted ){2}admitted rejected");
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

	/** Keeps what it is told. */
	private static final class Listened implements RateLimitObserver {

		private final ConcurrentLinkedQueue<String> told = new ConcurrentLinkedQueue<>();

		@Override
		public void admitted(String policy, String subject, long cost, Decision decision) {
			boolean ahead = decision.resetAfter().compareTo(decision.decidedBy().period()) > 0;
			this.told.add(ahead ? "ahead" : "admitted");
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
