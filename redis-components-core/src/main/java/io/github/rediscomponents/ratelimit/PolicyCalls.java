// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * Checks and encodes the script calls of one policy. Arguments that do not depend on the
 * subject are encoded once.
 */
final class PolicyCalls {

	static final LuaScript<List<Object>> ACQUIRE = LuaScript.list("ratelimit/acquire", LuaScript.ANY, LuaScript.ANY);

	static final LuaScript<Long> REFUND = LuaScript.integer("ratelimit/refund", LuaScript.ANY, LuaScript.ANY);

	static final LuaScript<Long> CANCEL = LuaScript.integer("ratelimit/cancel", LuaScript.ANY, LuaScript.ANY);

	private static final String ROOM = "rate";

	private static final int MAX_KEY = 400;

	private static final int ARGS_PER_LIMIT = 4;

	private static final byte[] NO = Utf8.bytes(0);

	private static final byte[] YES = Utf8.bytes(1);

	private static final byte[] LOOK = Utf8.bytes(-1);

	private final RatePolicy policy;

	private final KeySpace space;

	private final String[] parts;

	private final byte[][] limits;

	private final long mostCost;

	private final @Nullable QuickScripts quick;

	PolicyCalls(RatePolicy policy, KeySpace space) {
		this.policy = policy;
		this.space = space;
		this.parts = policy.limits().stream().map(RatePolicy::part).toArray(String[]::new);
		this.limits = new byte[ARGS_PER_LIMIT * this.parts.length][];
		int next = 0;
		for (Limit limit : policy.limits()) {
			this.limits[next++] = Utf8.bytes(String.valueOf(limit.algorithm().code()));
			this.limits[next++] = Utf8.bytes(limit.limit());
			this.limits[next++] = Utf8.bytes(limit.burst());
			this.limits[next++] = Utf8.bytes(limit.periodMicros());
		}
		this.mostCost = policy.limits().stream().mapToLong(Limit::burst).min().orElseThrow();
		this.quick = QuickScripts.of(policy);
	}

	RatePolicy policy() {
		return this.policy;
	}

	/** Charges now or not at all. */
	Attempt take(String key, long cost) {
		if (this.quick == null) {
			return acquire(key, cost, NO, NO);
		}
		check(key, cost);
		return new Attempt(this.policy, key, cost, true, this.quick.script(), keys(key), this.quick.args(cost));
	}

	/** Charges nothing. */
	Attempt look(String key, long cost) {
		return acquire(key, cost, LOOK, NO);
	}

	/** Charges ahead. */
	Attempt reserve(String key, long cost, Duration maxWait) {
		Checks.between("maxWait", maxWait, Duration.ZERO, this.policy.longestWait());
		return acquire(key, cost, Utf8.bytes(maxWait.toNanos() / 1000), YES);
	}

	private Attempt acquire(String key, long cost, byte[] longest, byte[] undo) {
		check(key, cost);
		return new Attempt(this.policy, key, cost, longest != LOOK, ACQUIRE, keys(key),
				args(Utf8.bytes(cost), longest, undo));
	}

	String[] keys(String key) {
		return keys(key, 0);
	}

	/**
	 * Returns the keys of a subject's limits, and the mark of something done to it once.
	 */
	String[] keys(String key, String id) {
		String[] keys = keys(key, 1);
		keys[this.parts.length] = this.space.key(ROOM, identity(key), id);
		return keys;
	}

	private String[] keys(String key, int more) {
		Checks.hasLength("key", key, MAX_KEY);
		String[] keys = new String[this.parts.length + more];
		String identity = identity(key);
		for (int i = 0; i < this.parts.length; i++) {
			keys[i] = this.space.key(ROOM, identity, this.parts[i]);
		}
		return keys;
	}

	private String identity(String key) {
		return this.policy.name() + ':' + key;
	}

	/** Arguments, followed by the limits. */
	byte[][] args(byte[]... first) {
		byte[][] args = new byte[first.length + this.limits.length][];
		System.arraycopy(first, 0, args, 0, first.length);
		System.arraycopy(this.limits, 0, args, first.length, this.limits.length);
		return args;
	}

	void check(String key, long cost) {
		Checks.hasLength("key", key, MAX_KEY);
		Checks.isTrue(cost >= 1, "cost must be at least 1, was " + cost);
		if (cost > this.mostCost) {
			for (Limit limit : this.policy.limits()) {
				Checks.isTrue(cost <= limit.burst(),
						"cost " + cost + " can never be admitted by policy '" + this.policy.name() + "', whose "
								+ limit.algorithm().label() + " admits at most " + limit.burst());
			}
		}
	}

}
