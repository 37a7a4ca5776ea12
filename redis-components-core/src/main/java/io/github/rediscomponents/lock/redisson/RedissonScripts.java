// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.redisson;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import org.redisson.api.BatchOptions;
import org.redisson.api.RBatch;
import org.redisson.api.RScript.Mode;
import org.redisson.api.RScript.ReturnType;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;

import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * The scripts that keep leases and tokens beside Redisson's locks. Sent through Redisson,
 * so that they reach the server that has the lock; Redisson sends each again when it
 * misses the reply, which all of them bear.
 */
final class RedissonScripts {

	/** The reply of {@link #confirm} when the name is known as another kind. */
	static final long OTHER_KIND = -1;

	private static final LuaScript<Long> CONFIRM = LuaScript.integer("lock/redisson-confirm", 3, 5);

	private static final LuaScript<Long> EXTEND = LuaScript.integer("lock/redisson-extend", 3, 3);

	private static final LuaScript<List<Object>> INFO = LuaScript.list("lock/redisson-info", 3, 1);

	private static final LuaScript<Long> LEAVE = LuaScript.integer("lock/redisson-leave", 3, 3);

	private final RedissonClient redisson;

	private final RScript scripts;

	private final String sharded;

	RedissonScripts(RedissonClient redisson) {
		this.redisson = redisson;
		this.scripts = redisson.getScript(StringCodec.INSTANCE);
		this.sharded = redisson.getConfig().isClusterConfig() ? "1" : "0";
	}

	/**
	 * Begins the lease of an acquisition, or begins it again.
	 * @param leastToken the minimum of the token, 0 for any
	 * @return the fencing token, 0 if the holder does not hold the lock, or
	 * {@link #OTHER_KIND}; exceptionally if too few replicas have it
	 */
	CompletionStage<Long> confirm(RedissonKeeper keeper, String holder, long leaseMillis, long retentionMillis,
			long leastToken) {
		LockPlace place = keeper.place();
		Object[] args = texts(holder, leaseMillis, retentionMillis, place.kindName(), leastToken);
		if (keeper.minReplicas() == 0) {
			return this.scripts.evalAsync(place.key(), Mode.READ_WRITE, CONFIRM.source(), ReturnType.LONG,
					place.holderKeys(holder), args);
		}
		RBatch batch = this.redisson
			.createBatch(BatchOptions.defaults().sync(keeper.minReplicas(), keeper.replicaTimeout()));
		batch.getScript(StringCodec.INSTANCE)
			.evalAsync(place.key(), Mode.READ_WRITE, CONFIRM.source(), ReturnType.LONG, place.holderKeys(holder), args);
		return batch.executeAsync().thenApply((result) -> {
			if (result.getSyncedSlaves() < keeper.minReplicas()) {
				throw new RedisUnavailableException("Only " + result.getSyncedSlaves() + " of " + keeper.minReplicas()
						+ " replicas acknowledged within " + keeper.replicaTimeout(), Outcome.UNKNOWN, null);
			}
			return (Long) result.getResponses().get(0);
		});
	}

	/**
	 * Makes a lease last longer.
	 * @return 1, or 0 if the holder does not hold the lock
	 */
	CompletionStage<Long> extend(LockPlace place, String holder, long leaseMillis, long retentionMillis) {
		return eval(EXTEND, ReturnType.LONG, place, place.holderKeys(holder), holder, leaseMillis, retentionMillis);
	}

	CompletionStage<List<Object>> info(LockPlace place) {
		return eval(INFO, ReturnType.LIST, place, place.infoKeys(), place.channel());
	}

	CompletionStage<Long> leave(LockPlace place, String holder) {
		return eval(LEAVE, ReturnType.LONG, place, place.queueKeys(), holder, place.channel() + ':', this.sharded);
	}

	private <T> CompletionStage<T> eval(LuaScript<T> script, ReturnType type, LockPlace place, List<Object> keys,
			Object... args) {
		return this.scripts.evalAsync(place.key(), Mode.READ_WRITE, script.source(), type, keys, texts(args));
	}

	private static Object[] texts(Object... args) {
		return Stream.of(args).map(String::valueOf).toArray();
	}

}
