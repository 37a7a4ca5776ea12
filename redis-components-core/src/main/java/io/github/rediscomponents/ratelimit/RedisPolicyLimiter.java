// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.ratelimit.Rejections.Request;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * {@link PolicyLimiter} of a {@link RedisRateLimiter}.
 */
final class RedisPolicyLimiter implements PolicyLimiter {

	private final RedisRateLimiter limiter;

	private final String name;

	private final Supplier<RatePolicy> policy;

	private volatile @Nullable PolicyCalls calls;

	RedisPolicyLimiter(RedisRateLimiter limiter, String name, Supplier<RatePolicy> policy) {
		this.limiter = limiter;
		this.name = name;
		this.policy = policy;
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public Decision tryAcquire(String key, long cost) {
		Attempt attempt = calls().take(key, cost);
		Decision remembered = remembered(attempt, Duration.ZERO);
		if (remembered != null) {
			return remembered;
		}
		Request request = rejections().request();
		return this.limiter.enforcement()
			.decide(attempt, (reply) -> enforced(attempt, attempt.decision(reply), request),
					(decision) -> notEnforced(attempt, decision));
	}

	@Override
	public CompletionStage<Decision> tryAcquireAsync(String key, long cost) {
		Attempt attempt = calls().take(key, cost);
		Decision remembered = remembered(attempt, Duration.ZERO);
		if (remembered != null) {
			return CompletableFuture.completedStage(remembered);
		}
		Request request = rejections().request();
		return this.limiter.enforcement()
			.decideAsync(attempt, (reply) -> enforced(attempt, attempt.decision(reply), request),
					(decision) -> notEnforced(attempt, decision));
	}

	@Override
	public Decision tryAcquire(String key, long cost, Duration maxWait) throws InterruptedException {
		Reservation reservation = reserve(key, cost, maxWait);
		if (reservation.allowed()) {
			reservation.await();
		}
		return reservation.decision();
	}

	@Override
	public void acquire(String key, long cost) throws InterruptedException {
		PolicyCalls now = calls();
		Duration longest = now.policy().longestWait();
		Reservation reservation = reserve(now, key, cost, longest);
		if (!reservation.decision().isEnforced() && !reservation.allowed()) {
			throw new RedisUnavailableException(
					"Redis is unavailable, and policy '" + this.name + "' does not admit meanwhile",
					Outcome.NOT_EXECUTED, null);
		}
		if (!reservation.allowed()) {
			throw new IllegalStateException("Policy '" + this.name + "' would admit this only in " + reservation.delay()
					+ ", reservations lie at most " + longest + " ahead");
		}
		reservation.await();
	}

	@Override
	public Reservation reserve(String key, long cost, Duration maxWait) {
		return reserve(calls(), key, cost, maxWait);
	}

	private Reservation reserve(PolicyCalls now, String key, long cost, Duration maxWait) {
		Attempt attempt = now.reserve(key, cost, maxWait);
		Decision remembered = remembered(attempt, maxWait);
		if (remembered != null) {
			return RedisReservation.of(this, now, attempt, remembered);
		}
		Request request = rejections().request();
		return this.limiter.enforcement()
			.decide(attempt, (reply) -> reserved(now, attempt, reply, request),
					(decision) -> RedisReservation.of(this, now, attempt, notEnforced(attempt, decision)));
	}

	@Override
	public CompletionStage<Reservation> reserveAsync(String key, long cost, Duration maxWait) {
		PolicyCalls now = calls();
		Attempt attempt = now.reserve(key, cost, maxWait);
		Decision remembered = remembered(attempt, maxWait);
		if (remembered != null) {
			return CompletableFuture.completedStage(RedisReservation.of(this, now, attempt, remembered));
		}
		Request request = rejections().request();
		return this.limiter.enforcement()
			.decideAsync(attempt, (reply) -> reserved(now, attempt, reply, request),
					(decision) -> RedisReservation.of(this, now, attempt, notEnforced(attempt, decision)));
	}

	private Reservation reserved(PolicyCalls now, Attempt attempt, List<Object> reply, Request request) {
		RedisReservation reservation = RedisReservation.of(this, now, attempt, reply);
		enforced(attempt, reservation.decision(), request);
		return reservation;
	}

	@Override
	public boolean refund(String key, long cost) {
		PolicyCalls now = calls();
		now.check(key, cost);
		long reply = redis().eval(PolicyCalls.REFUND, now.keys(key, nextId()),
				now.args(Utf8.bytes(cost), Utf8.bytes(markTtl().toMillis())));
		forgetRejections(key);
		return reply == 1;
	}

	@Override
	public Decision peek(String key, long cost) {
		Attempt attempt = calls().look(key, cost);
		return this.limiter.enforcement().decide(attempt, attempt::decision, (decision) -> decision);
	}

	@Override
	public void reset(String key) {
		PolicyCalls now = calls();
		String[] held = now.keys(key);
		redis().call((commands) -> commands.del(held));
		forgetRejections(key);
		this.limiter.enforcement().forget(now.policy(), key);
	}

	/** Returns the policy as it is now, for the whole of one call. */
	private PolicyCalls calls() {
		RatePolicy now = this.policy.get();
		PolicyCalls known = this.calls;
		if (known == null || known.policy() != now) {
			known = new PolicyCalls(now, this.limiter.keys());
			this.calls = known;
		}
		return known;
	}

	private @Nullable Decision remembered(Attempt attempt, Duration maxWait) {
		Decision decision = rejections().find(attempt.policy(), attempt.key(), attempt.cost(), maxWait);
		if (decision != null) {
			this.limiter.observer().rejected(this.name, attempt.key(), attempt.cost(), decision, true);
		}
		return decision;
	}

	private Decision enforced(Attempt attempt, Decision decision, Request request) {
		if (decision.allowed()) {
			this.limiter.observer().admitted(this.name, attempt.key(), attempt.cost(), decision);
		}
		else {
			rejections().remember(attempt, decision, request);
			this.limiter.observer().rejected(this.name, attempt.key(), attempt.cost(), decision, false);
		}
		return decision;
	}

	private Decision notEnforced(Attempt attempt, Decision decision) {
		this.limiter.observer().notEnforced(this.name, attempt.key(), attempt.cost(), decision);
		return decision;
	}

	void waited(String key, long nanos) {
		this.limiter.observer().waited(this.name, key, nanos);
	}

	void forgetRejections(String key) {
		rejections().forget(this.name, key);
	}

	private Rejections rejections() {
		return this.limiter.rejections();
	}

	String nextId() {
		return this.limiter.nextId();
	}

	CommandPort redis() {
		return this.limiter.redis();
	}

	/** As long as the driver may repeat a call, and a little longer. */
	Duration markTtl() {
		return redis().timeout().multipliedBy(2).plusSeconds(1);
	}

}
