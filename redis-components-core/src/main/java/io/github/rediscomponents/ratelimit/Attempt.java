package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LuaScript;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.Utf8;

/**
 * One call of the script, checked and encoded.
 */
record Attempt(RatePolicy policy, String[] keys, byte[][] args) {

	static final LuaScript<List<Object>> SCRIPT = LuaScript.list("ratelimit/acquire", LuaScript.ANY, LuaScript.ANY);

	private static final String ROOM = "rate";

	private static final int MAX_KEY = 400;

	private static final int ARGS_PER_LIMIT = 4;

	static Attempt of(RatePolicy policy, KeySpace space, String key, long cost, boolean charge) {
		Checks.hasLength("key", key, MAX_KEY);
		Checks.isTrue(cost >= 1, "cost must be at least 1, was " + cost);
		List<Limit> limits = policy.limits();
		String identity = policy.name() + ':' + key;
		String[] keys = new String[limits.size()];
		byte[][] args = new byte[2 + ARGS_PER_LIMIT * limits.size()][];
		int next = 0;
		args[next++] = Utf8.bytes(cost);
		args[next++] = Utf8.bytes(charge ? 1 : 0);
		for (int i = 0; i < keys.length; i++) {
			Limit limit = limits.get(i);
			Checks.isTrue(cost <= limit.burst(), "cost " + cost + " can never be admitted by policy '" + policy.name()
					+ "', whose " + limit.algorithm().label() + " admits at most " + limit.burst());
			keys[i] = space.key(ROOM, identity, RatePolicy.part(limit));
			args[next++] = Utf8.bytes(String.valueOf(limit.algorithm().code()));
			args[next++] = Utf8.bytes(limit.limit());
			args[next++] = Utf8.bytes(limit.burst());
			args[next++] = Utf8.bytes(limit.periodMicros());
		}
		return new Attempt(policy, keys, args);
	}

	Decision run(RedisPort redis) {
		try {
			return decision(redis.eval(SCRIPT, this.keys, this.args));
		}
		catch (RedisUnavailableException ex) {
			return fallback(ex);
		}
	}

	CompletionStage<Decision> runAsync(RedisPort redis) {
		return redis.evalAsync(SCRIPT, this.keys, this.args).handle((reply, failure) -> {
			if (failure == null) {
				return CompletableFuture.completedFuture(decision(reply));
			}
			try {
				if (failure instanceof RedisUnavailableException unavailable) {
					return CompletableFuture.completedFuture(fallback(unavailable));
				}
				return CompletableFuture.<Decision>failedFuture(failure);
			}
			catch (RedisUnavailableException ex) {
				return CompletableFuture.<Decision>failedFuture(ex);
			}
		}).thenCompose(Function.identity());
	}

	private Decision fallback(RedisUnavailableException failure) {
		long limit = this.policy.limits().stream().mapToLong(Limit::burst).min().orElseThrow();
		return switch (this.policy.onRedisFailure()) {
			case FAIL -> throw failure;
			case OPEN -> Decision.notEnforced(true, limit);
			case CLOSED -> Decision.notEnforced(false, limit);
		};
	}

	private Decision decision(List<Object> reply) {
		Limit limit = this.policy.limits().get((int) Utf8.number(reply.get(1)) - 1);
		return new Decision(Utf8.number(reply.get(0)) == 1, limit.burst(), Utf8.number(reply.get(2)),
				Duration.of(Utf8.number(reply.get(3)), ChronoUnit.MICROS),
				Duration.of(Utf8.number(reply.get(4)), ChronoUnit.MICROS));
	}

}
