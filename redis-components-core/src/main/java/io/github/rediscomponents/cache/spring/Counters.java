// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the operations of one cache.
 */
final class Counters {

	final LongAdder hits = new LongAdder();

	final LongAdder misses = new LongAdder();

	final LongAdder puts = new LongAdder();

	final LongAdder evictions = new LongAdder();

	CacheCounts counts() {
		return new CacheCounts(this.hits.sum(), this.misses.sum(), this.puts.sum(), this.evictions.sum());
	}

}
