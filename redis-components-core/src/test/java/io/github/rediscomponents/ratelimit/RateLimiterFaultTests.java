// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.Troubles;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What a rate limiter does when Redis is away or a reply is lost.
 */
class RateLimiterFaultTests {

	private static final Duration SHORT = Duration.ofSeconds(1);

	private static final Duration LONG = Duration.ofSeconds(20);

	/** Short only while Redis is away. */
	private volatile Duration timeout = LONG;

	private final RatePolicy policy = RatePolicy.of("p", new Limit(Algorithm.GCRA, 5, Duration.ofDays(30)));

	@Test
	void answersAsThePolicySaysWhileRedisIsAwayAndCountsAgainAfterwards() {
		try (RedisServer server = RedisServer.start(); CommandPort port = port(server)) {
			PolicyLimiter fail = limiter(port, this.policy);
			PolicyLimiter open = limiter(port, this.policy.withOnRedisFailure(OnRedisFailure.OPEN));
			PolicyLimiter closed = limiter(port, this.policy.withOnRedisFailure(OnRedisFailure.CLOSED));
			assertThat(open.tryAcquire("k").isEnforced()).isTrue();
			server.kill();
			this.timeout = SHORT;
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> fail.tryAcquire("k"));
			assertThatExceptionOfType(CompletionException.class)
				.isThrownBy(() -> fail.tryAcquireAsync("k", 1).toCompletableFuture().join())
				.withCauseInstanceOf(RedisUnavailableException.class);
			Decision admitted = new Decision(true, this.policy.limits().get(0), -1, Duration.ZERO, Duration.ZERO);
			assertThat(open.tryAcquire("k")).isEqualTo(admitted);
			assertThat(open.tryAcquireAsync("k", 1).toCompletableFuture().join()).isEqualTo(admitted);
			assertThat(open.peek("k").isEnforced()).isFalse();
			assertThat(closed.tryAcquire("k"))
				.isEqualTo(new Decision(false, this.policy.limits().get(0), -1, Duration.ofSeconds(1), Duration.ZERO));
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> open.reset("k"));
			server.restart();
			this.timeout = LONG;
			await().until(() -> closed.tryAcquire("other").isEnforced());
			await().until(() -> open.peek("third").isEnforced());
			assertThat(open.tryAcquire("third").remaining()).isEqualTo(4);
		}
	}

	@Test
	void chargesTwiceWhenTheDriverRepeatsAnAttemptWhoseReplyWasLostAndAdmitsTooFewThen() {
		try (RedisServer server = RedisServer.start();
				RedisProxy proxy = RedisProxy.to(server);
				CommandPort port = TestPorts.open(proxy.uri(), LONG)) {
			PolicyLimiter limiter = limiter(port, this.policy);
			assertThat(limiter.tryAcquire("k").remaining()).isEqualTo(4);
			proxy.swallowNextReply();
			assertThat(limiter.tryAcquire("k").remaining()).isEqualTo(2);
			assertThat(proxy.swallowedReplies()).isEqualTo(1);
			assertThat(limiter.tryAcquire("k", 2).remaining()).isZero();
			assertThat(limiter.tryAcquire("k").allowed()).isFalse();
		}
	}

	@Test
	void mayHaveChargedAnAttemptThatGotNoAnswerInTime() {
		try (RedisServer server = RedisServer.start(); CommandPort port = port(server)) {
			PolicyLimiter limiter = limiter(port, this.policy);
			assertThat(limiter.tryAcquire("k").remaining()).isEqualTo(4);
			await().until(() -> {
				server.pause();
				this.timeout = SHORT;
				assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> limiter.tryAcquire("k"))
					.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.UNKNOWN));
				server.resume();
				this.timeout = LONG;
				// Not if this process did not come to send it in time.
				return limiter.peek("k").remaining() == 3;
			});
		}
	}

	@Test
	void countsByItselfWhileRedisIsAway() throws InterruptedException {
		try (RedisServer server = RedisServer.start(); CommandPort port = port(server)) {
			RatePolicy local = this.policy.withLocalShare(0.6);
			PolicyLimiter limiter = limiter(port, local);
			assertThat(limiter.tryAcquire("k", 5).isEnforced()).isTrue();
			server.kill();
			this.timeout = SHORT;
			assertThat(Concurrently.repeat(8, 10, () -> limiter.tryAcquire("k"))).allMatch((one) -> !one.isEnforced())
				.filteredOn(Decision::allowed)
				.hasSize(3);
			assertThat(limiter.tryAcquireAsync("other", 3).toCompletableFuture().join())
				.isEqualTo(new Decision(true, this.policy.limits().get(0), -1, Duration.ZERO, Duration.ZERO));
			assertThat(limiter.reserve("other", 1, Duration.ofDays(1)).allowed()).isFalse();
			assertThat(limiter.reserve("third", 1, Duration.ofDays(1))).satisfies((reservation) -> {
				assertThat(reservation.allowed()).isTrue();
				assertThat(reservation.delay()).isZero();
				assertThat(reservation.cancel()).isFalse();
			});
			limiter.acquire("third", 2);
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> limiter.acquire("third", 1))
				.withMessageContaining("'p'");
			server.restart();
			this.timeout = LONG;
			await().until(() -> limiter.peek("fourth").isEnforced());
			assertThat(limiter.tryAcquire("fourth").remaining()).isEqualTo(4);
		}
	}

	@Test
	void onlyOneCallAtATimeTriesWhetherRedisIsBack() {
		AtomicLong clock = new AtomicLong();
		try (RedisServer server = RedisServer.start(); CommandPort port = port(server)) {
			RateLimiter limiter = new RedisRateLimiter(port, new KeySpace("t"),
					new LiveSettings<>(RateLimitSettings.defaults()), RateLimitObserver.NONE, clock::get);
			PolicyLimiter open = limiter.policy(this.policy.withOnRedisFailure(OnRedisFailure.OPEN));
			assertThat(open.tryAcquire("k").isEnforced()).isTrue();
			server.pause();
			this.timeout = SHORT;
			assertThat(open.tryAcquire("k").isEnforced()).isFalse();
			server.resume();
			this.timeout = LONG;
			port.call((commands) -> commands.ping());
			Map<String, Long> before = server.commandCalls();
			for (int i = 0; i < 1000; i++) {
				assertThat(open.tryAcquire("k" + i).isEnforced()).isFalse();
			}
			assertThat(server.commandCalls().get("evalsha")).isEqualTo(before.get("evalsha"));
			clock.addAndGet(Duration.ofMillis(200).toNanos());
			assertThat(open.tryAcquire("again").isEnforced()).isTrue();
			assertThat(open.tryAcquire("again").remaining()).isEqualTo(3);
		}
	}

	@Test
	void anOutageEndsAlthoughNobodyUsesItsSlotsAgain() {
		AtomicLong clock = new AtomicLong();
		AtomicBoolean away = new AtomicBoolean(true);
		Troubles troubles = new Troubles();
		CommandPort port = InterceptedPort.of(TestPorts.cluster(), (method, args, real) -> {
			if (method.getName().equals("eval") && away.get()) {
				throw new RedisUnavailableException("away", Outcome.NOT_EXECUTED, null);
			}
			return method.getName().equals("troubles") ? troubles : real.proceed();
		});
		PolicyLimiter open = new RedisRateLimiter(port, new KeySpace("t"),
				new LiveSettings<>(RateLimitSettings.defaults()), RateLimitObserver.NONE, clock::get)
			.policy(this.policy.withOnRedisFailure(OnRedisFailure.OPEN));
		String used = UUID.randomUUID().toString();
		for (int i = 0; i < 10; i++) {
			assertThat(open.tryAcquire(used + i).isEnforced()).isFalse();
		}
		away.set(false);
		clock.addAndGet(Duration.ofSeconds(1).toNanos());
		assertThat(open.tryAcquire(used + 0).isEnforced()).isTrue();
		// The other slots may be those of a node that is still away.
		assertThat(troubles.list()).hasSize(1);
		clock.addAndGet(Duration.ofSeconds(10).toNanos());
		assertThat(open.tryAcquire(used + 0).isEnforced()).isTrue();
		assertThat(troubles.list()).isEmpty();
	}

	@Test
	void givesBackOnceWhenTheDriverRepeatsWhatGotNoReply() {
		try (RedisServer server = RedisServer.start();
				RedisProxy proxy = RedisProxy.to(server);
				CommandPort port = TestPorts.open(proxy.uri(), LONG)) {
			PolicyLimiter limiter = limiter(port, this.policy);
			assertThat(limiter.tryAcquire("k", 4).remaining()).isEqualTo(1);
			proxy.swallowNextReply();
			assertThat(limiter.refund("k", 1)).isTrue();
			assertThat(proxy.swallowedReplies()).isEqualTo(1);
			assertThat(limiter.peek("k").remaining()).isEqualTo(2);
			Reservation reservation = limiter.reserve("k", 1, Duration.ZERO);
			proxy.swallowNextReply();
			assertThat(reservation.cancel()).isTrue();
			assertThat(proxy.swallowedReplies()).isEqualTo(2);
			assertThat(limiter.peek("k").remaining()).isEqualTo(2);
		}
	}

	@Test
	void saysThatAnInterruptedWaiterCouldNotGiveItsPlaceBack() throws Exception {
		try (RedisServer server = RedisServer.start(); CommandPort port = port(server)) {
			PolicyLimiter limiter = limiter(port,
					RatePolicy.of("p", new Limit(Algorithm.GCRA, 1, Duration.ofHours(1))));
			limiter.acquire("k");
			Reservation reservation = limiter.reserve("k", 1, Duration.ofHours(2));
			server.kill();
			this.timeout = SHORT;
			Thread.currentThread().interrupt();
			assertThatExceptionOfType(InterruptedException.class).isThrownBy(reservation::await)
				.satisfies((ex) -> assertThat(ex.getSuppressed()).singleElement()
					.isInstanceOf(RedisUnavailableException.class));
			server.restart();
		}
	}

	@Test
	void sendsNothingThatItRefuses() {
		try (CommandPort nowhere = TestPorts.open("redis://127.0.0.1:1", SHORT)) {
			PolicyLimiter limiter = limiter(nowhere, this.policy);
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.reserve("", 1, Duration.ZERO));
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.reserve("k", 6, Duration.ZERO));
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.reserve("k", 1, Duration.ofDays(2)));
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.acquire("k", 0));
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.refund("k", 6));
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.peek("k", 6));
		}
	}

	private CommandPort port(RedisServer server) {
		return InterceptedPort.withTimeout(TestPorts.connected(TestPorts.open(server.uri(), LONG)), () -> this.timeout);
	}

	private static PolicyLimiter limiter(CommandPort port, RatePolicy policy) {
		return RateLimiter.create(port, new KeySpace("t"), new LiveSettings<>(RateLimitSettings.defaults()))
			.policy(policy);
	}

}
