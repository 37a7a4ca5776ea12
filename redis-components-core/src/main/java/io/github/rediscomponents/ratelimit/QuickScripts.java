// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * Shorter scripts for a policy of one limit that is charged now or not at all: they
 * decide as the general one does, in less of the server's time.
 */
final class QuickScripts {

	private static final LuaScript<List<Object>> GCRA = LuaScript.list("ratelimit/gcra", 1, 3);

	private static final LuaScript<List<Object>> BUCKET = LuaScript.list("ratelimit/bucket", 1, 5);

	private static final LuaScript<List<Object>> LOG = LuaScript.list("ratelimit/log", 1, 3);

	private final Limit limit;

	private final LuaScript<List<Object>> script;

	private QuickScripts(Limit limit, LuaScript<List<Object>> script) {
		this.limit = limit;
		this.script = script;
	}

	/** Returns the script for a policy, if there is one. */
	static @Nullable QuickScripts of(RatePolicy policy) {
		Limit first = policy.limits().get(0);
		if (policy.limits().size() > 1) {
			return null;
		}
		return switch (first.algorithm()) {
			case GCRA -> new QuickScripts(first, GCRA);
			case TOKEN_BUCKET, LEAKY_BUCKET -> new QuickScripts(first, BUCKET);
			case SLIDING_WINDOW_LOG -> new QuickScripts(first, LOG);
			case FIXED_WINDOW, SLIDING_WINDOW_COUNTER -> null;
		};
	}

	LuaScript<List<Object>> script() {
		return this.script;
	}

	byte[][] args(long cost) {
		if (this.script == GCRA) {
			long step = this.limit.nanosPerUnit();
			return args(cost * step, step, this.limit.burst() * step);
		}
		if (this.script == LOG) {
			return args(cost, this.limit.limit(), this.limit.periodMicros());
		}
		return new byte[][] { Utf8.bytes(String.valueOf(this.limit.algorithm().code())), Utf8.bytes(cost),
				Utf8.bytes(this.limit.limit()), Utf8.bytes(this.limit.burst()), Utf8.bytes(this.limit.periodMicros()) };
	}

	private static byte[][] args(long first, long second, long third) {
		return new byte[][] { Utf8.bytes(first), Utf8.bytes(second), Utf8.bytes(third) };
	}

}
