// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;

import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * One call of a script that decides.
 *
 * @param charges false if it only looks
 */
record Attempt(RatePolicy policy, String key, long cost, boolean charges, LuaScript<List<Object>> script, String[] keys,
		byte[][] args) {

	/** Returns the decision of the script; a delay does not make it a refusal. */
	Decision decision(List<Object> reply) {
		Limit limit = this.policy.limits().get((int) Utf8.number(reply.get(1)) - 1);
		boolean allowed = Utf8.number(reply.get(0)) == 1;
		return new Decision(allowed, limit, Utf8.number(reply.get(2)), allowed ? Duration.ZERO : delay(reply),
				Duration.of(Utf8.number(reply.get(4)), ChronoUnit.MICROS));
	}

	static Duration delay(List<Object> reply) {
		return Duration.of(Utf8.number(reply.get(3)), ChronoUnit.MICROS);
	}

	/** When it may be spent, in microseconds of the server. */
	static long moment(List<Object> reply) {
		return Utf8.number(reply.get(5)) + Utf8.number(reply.get(3));
	}

	/** Returns the values of the keys before and after, for each limit. */
	static List<Object> undo(List<Object> reply) {
		return reply.subList(6, reply.size());
	}

	/** Returns the limit with the smallest burst. */
	Limit smallest() {
		return this.policy.limits().stream().min(Comparator.comparingLong(Limit::burst)).orElseThrow();
	}

}
