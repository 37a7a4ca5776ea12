// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.store.CacheReport;
import io.github.rediscomponents.cache.store.LocalReads;
import io.github.rediscomponents.cache.store.Remembered;
import org.jspecify.annotations.Nullable;

/**
 * What this process has of a key that could not be read from Redis: a value that was
 * loaded a moment ago, or the last one of the local level. A refusal is an answer: the
 * local level serves in place of a node that does not answer only.
 *
 * @param <V> the type of the values
 */
final class WithoutRedis<V> {

	private final Remembered<V> remembered;

	private final LocalReads<V> local;

	private final CacheReport report;

	WithoutRedis(Remembered<V> remembered, LocalReads<V> local, CacheReport report) {
		this.remembered = remembered;
		this.local = local;
		this.report = report;
	}

	/**
	 * Returns what is known.
	 * @param failure of the read
	 * @return stale if it is from the local level; null if there is nothing
	 */
	@Nullable Found<V> find(String text, RedisComponentsException failure) {
		Found<V> loaded = this.remembered.withoutRedis(text);
		return (loaded != null) ? loaded : last(text, failure);
	}

	/**
	 * Returns what the local level knew last.
	 */
	@Nullable Found<V> last(String text, RedisComponentsException failure) {
		return (failure instanceof RedisUnavailableException) ? this.local.lapsed(text, this.report) : null;
	}

	/**
	 * The node of a key answered.
	 * @param stamp taken before the read
	 */
	void answered(String text, long stamp) {
		this.local.answered(text, stamp);
	}

}
