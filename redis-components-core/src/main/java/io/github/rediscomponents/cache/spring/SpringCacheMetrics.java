// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.cache.CacheMeterBinder;
import org.jspecify.annotations.Nullable;

/**
 * Binds the counts of a cache to Micrometer's meters of caches. The starter binds every
 * cache where Spring Boot binds caches.
 *
 * @since 1.0.0
 */
public final class SpringCacheMetrics extends CacheMeterBinder<RedisComponentsCache> {

	/**
	 * Creates the binder of a cache.
	 * @param cache the cache
	 * @param tags the tags of its meters
	 */
	public SpringCacheMetrics(RedisComponentsCache cache, Iterable<Tag> tags) {
		super(cache, cache.getName(), tags);
	}

	@Override
	protected @Nullable Long size() {
		return null;
	}

	@Override
	protected long hitCount() {
		return counts().hits();
	}

	@Override
	protected Long missCount() {
		return counts().misses();
	}

	@Override
	protected Long evictionCount() {
		return counts().evictions();
	}

	@Override
	protected long putCount() {
		return counts().puts();
	}

	@Override
	protected void bindImplementationSpecificMetrics(MeterRegistry registry) {
	}

	private CacheCounts counts() {
		RedisComponentsCache cache = getCache();
		return (cache != null) ? cache.counts() : new CacheCounts(0, 0, 0, 0);
	}

}
