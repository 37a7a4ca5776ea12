// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.util.concurrent.atomic.LongAdder;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.Lookup;

/**
 * Counts the events of one cache in this process.
 */
final class CacheCounts {

	private final LongAdder local = new LongAdder();

	private final LongAdder redis = new LongAdder();

	private final LongAdder stale = new LongAdder();

	private final LongAdder misses = new LongAdder();

	private final LongAdder loads = new LongAdder();

	private final LongAdder failedLoads = new LongAdder();

	private final LongAdder invalidations = new LongAdder();

	void lookup(Lookup.State state) {
		switch (state) {
			case MISS -> this.misses.increment();
			case STALE -> this.stale.increment();
			default -> this.redis.increment();
		}
	}

	void localHits(long count) {
		this.local.add(count);
	}

	void load(boolean succeeded) {
		this.loads.increment();
		if (!succeeded) {
			this.failedLoads.increment();
		}
	}

	void invalidated(int count) {
		this.invalidations.add(count);
	}

	CacheClient.Counts read(String cache) {
		return new CacheClient.Counts(cache, this.local.sum(), this.redis.sum(), this.stale.sum(), this.misses.sum(),
				this.loads.sum(), this.failedLoads.sum(), this.invalidations.sum());
	}

}
