package io.github.rediscomponents.lock;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LuaScript;
import io.github.rediscomponents.support.RedisBatch;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.Utf8;

/**
 * The scripts of the locks, and how this process is called in Redis.
 */
final class LockCommands {

	static final String ROOM = "lock";

	private static final LuaScript<Long> ACQUIRE = LuaScript.integer("lock/acquire", 1, 4);

	private static final LuaScript<Long> RELEASE = LuaScript.integer("lock/release", 1, 2);

	private static final LuaScript<Long> LEAVE = LuaScript.integer("lock/leave", 1, 2);

	private static final LuaScript<List<Object>> RENEW = LuaScript.list("lock/renew", LuaScript.ANY, LuaScript.ANY);

	private static final LuaScript<List<Object>> INFO = LuaScript.list("lock/info", 1, 0);

	private static final byte[] ZERO = Utf8.bytes(0);

	private final RedisPort redis;

	private final String client = randomId();

	private final byte[] clientBytes = Utf8.bytes(this.client);

	private final String channel;

	private final byte[] channelPrefix;

	private final AtomicLong number = new AtomicLong();

	LockCommands(RedisPort redis, KeySpace keys) {
		this.redis = redis;
		this.channel = keys.channel(ROOM, this.client);
		this.channelPrefix = Utf8.bytes(keys.channel(ROOM, ""));
	}

	private static String randomId() {
		byte[] random = new byte[9];
		new SecureRandom().nextBytes(random);
		return Base64.getUrlEncoder().encodeToString(random);
	}

	String channel() {
		return this.channel;
	}

	RedisPort redis() {
		return this.redis;
	}

	String nextLeaseId() {
		return this.client + '.' + Long.toString(this.number.incrementAndGet(), Character.MAX_RADIX);
	}

	/**
	 * Takes a lock if it is free.
	 * @return the token, or minus the milliseconds that the present lease lasts
	 */
	long acquire(String key, String leaseId, long leaseMillis, long keyMillis, long waitMillis) {
		return this.redis.eval(ACQUIRE, new String[] { key }, Utf8.bytes(leaseId), Utf8.bytes(leaseMillis),
				Utf8.bytes(keyMillis), (waitMillis == 0) ? ZERO : Utf8.bytes(waitMillis));
	}

	boolean release(String key, String leaseId) {
		return this.redis.eval(RELEASE, new String[] { key }, Utf8.bytes(leaseId), this.channelPrefix) == 1;
	}

	CompletionStage<Long> releaseAsync(String key, String leaseId) {
		return this.redis.evalAsync(RELEASE, new String[] { key }, Utf8.bytes(leaseId), this.channelPrefix);
	}

	CompletionStage<Long> leaveAsync(String key) {
		return this.redis.evalAsync(LEAVE, new String[] { key }, this.clientBytes, this.channelPrefix);
	}

	boolean renew(RedisLease lease, long millis) {
		List<Object> reply = this.redis.eval(RENEW, new String[] { lease.key() },
				renewal(List.of(lease), new long[] { millis }));
		return Utf8.number(reply.get(0)) == 1;
	}

	/**
	 * Adds the renewal of several leases to a batch.
	 * @param millis how long each lease lasts from now
	 * @return completes with 1 or 0 for each lease
	 */
	CompletionStage<List<Object>> renew(RedisBatch batch, List<RedisLease> leases, long[] millis) {
		String[] keys = leases.stream().map(RedisLease::key).toArray(String[]::new);
		return batch.eval(RENEW, keys, renewal(leases, millis));
	}

	private static byte[][] renewal(List<RedisLease> leases, long[] millis) {
		byte[][] args = new byte[leases.size() * 3][];
		for (int i = 0; i < millis.length; i++) {
			RedisLease lease = leases.get(i);
			args[3 * i] = Utf8.bytes(lease.id());
			args[3 * i + 1] = Utf8.bytes(millis[i]);
			args[3 * i + 2] = Utf8.bytes(lease.terms().retentionMillis());
		}
		return args;
	}

	List<Object> info(String key) {
		return this.redis.eval(INFO, new String[] { key });
	}

}
