package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.concurrent.CompletionException;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What a rate limiter does when Redis is away or a reply is lost.
 */
class RateLimiterFaultTests {

	private static final Duration SHORT = Duration.ofSeconds(1);

	private final RatePolicy policy = RatePolicy.of("p", new Limit(Algorithm.GCRA, 5, Duration.ofDays(30)));

	@Test
	void answersAsThePolicySaysWhileRedisIsAwayAndCountsAgainAfterwards() {
		try (RedisServer server = RedisServer.start(); RedisPort port = TestPorts.open(server.uri(), SHORT)) {
			connect(port);
			PolicyLimiter fail = limiter(port, this.policy);
			PolicyLimiter open = limiter(port, this.policy.withOnRedisFailure(OnRedisFailure.OPEN));
			PolicyLimiter closed = limiter(port, this.policy.withOnRedisFailure(OnRedisFailure.CLOSED));
			assertThat(open.tryAcquire("k").isEnforced()).isTrue();
			server.kill();
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> fail.tryAcquire("k"));
			assertThatExceptionOfType(CompletionException.class)
				.isThrownBy(() -> fail.tryAcquireAsync("k", 1).toCompletableFuture().join())
				.withCauseInstanceOf(RedisUnavailableException.class);
			Decision admitted = new Decision(true, 5, -1, Duration.ZERO, Duration.ZERO);
			assertThat(open.tryAcquire("k")).isEqualTo(admitted);
			assertThat(open.tryAcquireAsync("k", 1).toCompletableFuture().join()).isEqualTo(admitted);
			assertThat(open.peek("k").isEnforced()).isFalse();
			assertThat(closed.tryAcquire("k"))
				.isEqualTo(new Decision(false, 5, -1, Duration.ofSeconds(1), Duration.ZERO));
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> open.reset("k"));
			server.restart();
			await().until(() -> closed.tryAcquire("other").isEnforced());
			assertThat(open.tryAcquire("third").remaining()).isEqualTo(4);
		}
	}

	@Test
	void chargesTwiceWhenTheDriverRepeatsAnAttemptWhoseReplyWasLostAndAdmitsTooFewThen() {
		try (RedisServer server = RedisServer.start();
				RedisProxy proxy = RedisProxy.to(server);
				RedisPort port = TestPorts.open(proxy.uri(), Duration.ofSeconds(20))) {
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
		try (RedisServer server = RedisServer.start(); RedisPort port = TestPorts.open(server.uri(), SHORT)) {
			connect(port);
			PolicyLimiter limiter = limiter(port, this.policy);
			assertThat(limiter.tryAcquire("k").remaining()).isEqualTo(4);
			server.pause();
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> limiter.tryAcquire("k"))
				.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.UNKNOWN));
			server.resume();
			await().ignoreExceptions().until(() -> limiter.peek("k").remaining() == 3);
		}
	}

	/** The first connection of a JVM can take longer than the short timeout. */
	private static void connect(RedisPort port) {
		await().ignoreExceptions().until(() -> port.call((commands) -> commands.ping()), "PONG"::equals);
	}

	private static PolicyLimiter limiter(RedisPort port, RatePolicy policy) {
		return RateLimiter.create(port, new KeySpace("t"), new LiveSettings<>(RateLimitSettings.defaults()))
			.policy(policy);
	}

}
