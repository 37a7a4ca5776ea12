// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Decides attempts in Redis, or by the policy's failure rule while Redis is unavailable.
 */
final class Enforcement {

	private final CommandPort redis;

	private final Outages outages;

	private final LocalLimits local;

	Enforcement(CommandPort redis, LongSupplier nanos) {
		this.redis = redis;
		this.outages = new Outages(redis, nanos);
		this.local = new LocalLimits(nanos);
	}

	/**
	 * Decides on an attempt.
	 * @param attempt the attempt
	 * @param enforced makes the result of Redis' reply
	 * @param notEnforced makes the result of a decision of the failure rule
	 * @throws RedisUnavailableException if there is no reply and the policy fails then
	 */
	<T> T decide(Attempt attempt, Function<List<Object>, T> enforced, Function<Decision, T> notEnforced) {
		boolean fails = attempt.policy().onRedisFailure() == OnRedisFailure.FAIL;
		if (!fails && this.outages.prevents(attempt)) {
			return notEnforced.apply(instead(attempt));
		}
		List<Object> reply;
		try {
			reply = this.redis.eval(attempt.script(), attempt.keys(), attempt.args());
		}
		catch (RedisUnavailableException ex) {
			if (fails) {
				throw ex;
			}
			this.outages.began(attempt, ex);
			return notEnforced.apply(instead(attempt));
		}
		catch (RedisCommandException ex) {
			this.outages.ended(attempt);
			throw ex;
		}
		this.outages.ended(attempt);
		return enforced.apply(reply);
	}

	<T> CompletionStage<T> decideAsync(Attempt attempt, Function<List<Object>, T> enforced,
			Function<Decision, T> notEnforced) {
		boolean fails = attempt.policy().onRedisFailure() == OnRedisFailure.FAIL;
		if (!fails && this.outages.prevents(attempt)) {
			return CompletableFuture.completedStage(notEnforced.apply(instead(attempt)));
		}
		CompletableFuture<T> result = new CompletableFuture<>();
		this.redis.evalAsync(attempt.script(), attempt.keys(), attempt.args())
			.whenComplete((reply, failure) -> this.redis
				.handOver(() -> decided(attempt, reply, failure, enforced, notEnforced, result)));
		return result;
	}

	private <T> void decided(Attempt attempt, List<Object> reply, @Nullable Throwable failure,
			Function<List<Object>, T> enforced, Function<Decision, T> notEnforced, CompletableFuture<T> result) {
		try {
			if (failure == null) {
				this.outages.ended(attempt);
				result.complete(enforced.apply(reply));
			}
			else if (failure instanceof RedisUnavailableException
					&& attempt.policy().onRedisFailure() != OnRedisFailure.FAIL) {
				this.outages.began(attempt, failure);
				result.complete(notEnforced.apply(instead(attempt)));
			}
			else {
				if (failure instanceof RedisCommandException) {
					this.outages.ended(attempt);
				}
				result.completeExceptionally(failure);
			}
		}
		catch (RuntimeException | Error ex) {
			result.completeExceptionally(ex);
		}
	}

	private Decision instead(Attempt attempt) {
		return switch (attempt.policy().onRedisFailure()) {
			case OPEN -> Decision.notEnforced(true, attempt.smallest());
			case FAIL, CLOSED -> Decision.notEnforced(false, attempt.smallest());
			case LOCAL -> this.local.decide(attempt);
		};
	}

	/** Resets the local counts of this process. */
	void forget(RatePolicy policy, String key) {
		this.local.forget(policy, key);
	}

}
