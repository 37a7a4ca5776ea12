// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.lettuce;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import io.github.rediscomponents.lease.Client;
import io.github.rediscomponents.lease.RedisLease;
import io.github.rediscomponents.lease.Renewal;
import io.github.rediscomponents.lease.ScriptRenewal;
import io.github.rediscomponents.lock.LockInfo;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * The scripts of plain locks.
 *
 * @since 1.0.0
 */
public final class LockCommands {

	static final String ROOM = "lock";

	private static final LuaScript<Long> ACQUIRE = LuaScript.integer("lock/acquire", 1, 4);

	private static final LuaScript<Long> RELEASE = LuaScript.integer("lock/release", 1, LuaScript.ANY);

	private static final LuaScript<Long> LEAVE = LuaScript.integer("lock/leave", 1, 2);

	private static final LuaScript<List<Object>> RENEW = LuaScript.list("lock/renew", LuaScript.ANY, LuaScript.ANY);

	private static final LuaScript<List<Object>> INFO = LuaScript.list("lock/info", 1, 0);

	/** Instead of a lease id: releases the lock of any holder. */
	private static final byte[] ANY_HOLDER = {};

	private static final byte[] ZERO = Utf8.bytes(0);

	private final CommandPort redis;

	private final Client client;

	private final Renewal renewal;

	public LockCommands(CommandPort redis, Client client) {
		this.redis = redis;
		this.client = client;
		this.renewal = new ScriptRenewal(redis, RENEW, (lease) -> new String[] { lease.keeper().key() },
				LockCommands::renewal);
	}

	LockCommands replicated(int minReplicas, Duration wait) {
		return new LockCommands(this.redis.withReplicas(minReplicas, wait), this.client);
	}

	/**
	 * Takes a lock if it is free.
	 * @return the token, or minus the milliseconds that the present lease lasts
	 */
	public long acquire(String key, String leaseId, long leaseMillis, long keyMillis, long waitMillis) {
		return this.redis.eval(ACQUIRE, new String[] { key }, acquisition(leaseId, leaseMillis, keyMillis, waitMillis));
	}

	CompletionStage<Long> acquireAsync(String key, String leaseId, long leaseMillis, long keyMillis, long waitMillis) {
		return this.redis.evalAsync(ACQUIRE, new String[] { key },
				acquisition(leaseId, leaseMillis, keyMillis, waitMillis));
	}

	private static byte[][] acquisition(String leaseId, long leaseMillis, long keyMillis, long waitMillis) {
		return new byte[][] { Utf8.bytes(leaseId), Utf8.bytes(leaseMillis), Utf8.bytes(keyMillis),
				(waitMillis == 0) ? ZERO : Utf8.bytes(waitMillis) };
	}

	public boolean release(String key, String leaseId) {
		return this.redis.eval(RELEASE, new String[] { key }, Utf8.bytes(leaseId), this.client.channelPrefix()) == 1;
	}

	CompletionStage<Long> releaseAsync(String key, String leaseId) {
		return this.redis.evalAsync(RELEASE, new String[] { key }, Utf8.bytes(leaseId), this.client.channelPrefix());
	}

	/**
	 * Takes the lock from the holder that the first of two scripts sees. A lost reply to
	 * the second one does not matter: that lease is over then.
	 * @return whether it was held
	 */
	boolean revoke(String name, String key) {
		LockInfo seen = info(name, key);
		if (seen.held()) {
			this.redis.eval(RELEASE, new String[] { key }, ANY_HOLDER, this.client.channelPrefix(),
					Utf8.bytes(seen.token()));
		}
		return seen.held();
	}

	CompletionStage<Long> passAsync(String key, String leaseId, String nextId, long leaseMillis, long keyMillis) {
		return this.redis.evalAsync(RELEASE, new String[] { key }, Utf8.bytes(leaseId), this.client.channelPrefix(),
				Utf8.bytes(nextId), Utf8.bytes(leaseMillis), Utf8.bytes(keyMillis));
	}

	CompletionStage<Long> leaveAsync(String key) {
		return this.redis.evalAsync(LEAVE, new String[] { key }, this.client.idBytes(), this.client.channelPrefix());
	}

	private static byte[][] renewal(RedisLease lease, long millis) {
		return new byte[][] { Utf8.bytes(lease.id()), Utf8.bytes(millis), Utf8.bytes(lease.terms().retentionMillis()) };
	}

	Renewal renewal() {
		return this.renewal;
	}

	public LockInfo info(String name, String key) {
		List<Object> reply = this.redis.eval(INFO, new String[] { key });
		String holder = Utf8.text(reply.get(0));
		return new LockInfo(name, holder.isEmpty() ? Optional.empty() : Optional.of(holder), Utf8.number(reply.get(1)),
				Duration.ofMillis(Utf8.number(reply.get(2))), Duration.ofMillis(Utf8.number(reply.get(4)) / 1000),
				(int) Utf8.number(reply.get(3)));
	}

}
