// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.List;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * What the script replied, with the moment at which it decided.
 */
record Reply(Attempt attempt, List<Object> values) {

	static Reply to(CommandPort redis, KeySpace keys, RatePolicy policy, String key, long cost, boolean charge) {
		PolicyCalls calls = new PolicyCalls(policy, keys);
		return to(redis, charge ? calls.take(key, cost) : calls.look(key, cost));
	}

	static Reply to(CommandPort redis, KeySpace keys, RatePolicy policy, String key, long cost, Duration maxWait) {
		return to(redis, new PolicyCalls(policy, keys).reserve(key, cost, maxWait));
	}

	private static Reply to(CommandPort redis, Attempt attempt) {
		return new Reply(attempt, redis.eval(attempt.script(), attempt.keys(), attempt.args()));
	}

	boolean admitted() {
		return number(0) == 1;
	}

	int index() {
		return (int) number(1);
	}

	long remaining() {
		return number(2);
	}

	long retryAfter() {
		return number(3);
	}

	long resetAfter() {
		return number(4);
	}

	long now() {
		return number(5);
	}

	private long number(int index) {
		return Utf8.number(this.values.get(index));
	}

}
