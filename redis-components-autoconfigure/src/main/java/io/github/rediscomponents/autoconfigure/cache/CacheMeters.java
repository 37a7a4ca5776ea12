// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.cache;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.cache.CacheMeterBinder;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.cache.metrics.CacheMeterBinderProvider;

import io.github.rediscomponents.cache.spring.CacheCounts;
import io.github.rediscomponents.cache.spring.RedisComponentsCache;

/**
 * Binds the counts of a cache to the meters that Spring Boot has for every cache.
 */
final class CacheMeters implements CacheMeterBinderProvider<RedisComponentsCache> {

	@Override
	public MeterBinder getMeterBinder(RedisComponentsCache cache, Iterable<Tag> tags) {
		return new Binder(cache, tags);
	}

	private static final class Binder extends CacheMeterBinder<RedisComponentsCache> {

		Binder(RedisComponentsCache cache, Iterable<Tag> tags) {
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

}
