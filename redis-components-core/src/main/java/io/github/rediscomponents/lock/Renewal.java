package io.github.rediscomponents.lock;

import java.util.List;
import java.util.concurrent.CompletionStage;

import io.github.rediscomponents.support.RedisBatch;

/**
 * Makes leases of one kind last longer, many at a time.
 */
interface Renewal {

	/** For each lease 1, or 0 if Redis knows that it is not held. Blocks. */
	List<Object> renew(List<RedisLease> leases, long[] millis);

	/**
	 * Adds the renewal of several leases of one slot to a batch.
	 * @param millis how long each lease lasts from now
	 * @return completes with 1 or 0 for each lease
	 */
	CompletionStage<List<Object>> renew(RedisBatch batch, List<RedisLease> leases, long[] millis);

}
