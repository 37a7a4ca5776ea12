package io.github.rediscomponents.ratelimit;

import java.util.List;

import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.Utf8;

/**
 * What the script replied, with the moment at which it decided.
 */
record Reply(boolean admitted, int index, long remaining, long retryAfter, long resetAfter, long now) {

	static Reply to(RedisPort redis, KeySpace keys, RatePolicy policy, String key, long cost, boolean charge) {
		Attempt attempt = Attempt.of(policy, keys, key, cost, charge);
		List<Object> reply = redis.eval(Attempt.SCRIPT, attempt.keys(), attempt.args());
		return new Reply(number(reply, 0) == 1, (int) number(reply, 1), number(reply, 2), number(reply, 3),
				number(reply, 4), number(reply, 5));
	}

	private static long number(List<Object> reply, int index) {
		return Utf8.number(reply.get(index));
	}

}
