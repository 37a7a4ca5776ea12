// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.Caching;

/**
 * Beans with the same methods: one has the annotations at each method, one at its class,
 * which its methods replace.
 */
interface CachedRows {

	record Row(String name, int number) {
	}

	Row find(String key);

	@Nullable Row none(String key);

	Row unchecked(String key);

	Row ofRoot(String key);

	Row generated(String key);

	Row generatedByUnknown(String key);

	Row managed(String key);

	Row managedByUnknown(String key);

	void evict(String key, @Nullable String other);

	void evictAndFail(String key);

	void evictEarlyAndFail(String key, @Nullable String other);

	void evictAll();

	void evictAllEarlyAndFail();

	Row updateBoth(String key);

	@Nullable Row updateUnlessNull(Row row);

	Row readBoth(String key);

	void evictBothAndNext(String key);

	Row readFirstAndEvictSecond(String key);

	Row readFirstAndEvictSecondIfThree(int number);

	/** What the methods do that both beans annotate alike. */
	abstract class Alike implements CachedRows {

		private final AtomicInteger calls = new AtomicInteger();

		Row next(Object name) {
			return new Row(String.valueOf(name), this.calls.incrementAndGet());
		}

		@Override
		@Cacheable(cacheNames = "rows", key = "#root.methodName + #root.method.name + #root.targetClass.simpleName"
				+ " + #root.args[0] + #root.caches[0].name")
		public Row ofRoot(String key) {
			return next(key);
		}

		@Override
		@Cacheable(cacheNames = "rows", keyGenerator = "nameOfMethod")
		public Row generated(String key) {
			return next(key);
		}

		@Override
		@Cacheable(cacheNames = "rows", keyGenerator = "unknown")
		public Row generatedByUnknown(String key) {
			return next(key);
		}

		@Override
		@Cacheable(cacheNames = "rows", cacheManager = "other")
		public Row managed(String key) {
			return next(key);
		}

		@Override
		@Cacheable(cacheNames = "rows", cacheManager = "unknown")
		public Row managedByUnknown(String key) {
			return next(key);
		}

		@Override
		@CacheEvict(cacheNames = "rows", key = "#p0")
		public void evict(String key, @Nullable String other) {
		}

		@Override
		@CacheEvict("rows")
		public void evictAndFail(String key) {
			throw new IllegalArgumentException(key);
		}

		@Override
		@CacheEvict(cacheNames = "rows", key = "#p0", beforeInvocation = true)
		public void evictEarlyAndFail(String key, @Nullable String other) {
			throw new IllegalArgumentException(key);
		}

		@Override
		@CacheEvict(cacheNames = "rows", allEntries = true)
		public void evictAll() {
		}

		@Override
		@CacheEvict(cacheNames = "rows", allEntries = true, beforeInvocation = true)
		public void evictAllEarlyAndFail() {
			throw new IllegalArgumentException();
		}

		@Override
		@Caching(put = { @CachePut("first"), @CachePut("second") })
		public Row updateBoth(String key) {
			return next(key);
		}

		/** The key of a result that is not stored is not looked at. */
		@Override
		@CachePut(cacheNames = "first", key = "#result.name", unless = "#result == null")
		public @Nullable Row updateUnlessNull(Row row) {
			return row.name().equals("none") ? null : row;
		}

		@Override
		@Caching(cacheable = { @Cacheable("first"), @Cacheable("second") })
		public Row readBoth(String key) {
			return next(key);
		}

		@Override
		@Caching(evict = { @CacheEvict("first"), @CacheEvict("second"),
				@CacheEvict(cacheNames = "first", key = "#p0 + 'A'") })
		public void evictBothAndNext(String key) {
		}

		@Override
		@Caching(cacheable = @Cacheable(cacheNames = "first", key = "#root.methodName"), evict = @CacheEvict("second"))
		public Row readFirstAndEvictSecond(String key) {
			return next(key);
		}

		@Override
		@Caching(cacheable = @Cacheable(cacheNames = "first", condition = "#p0 == 3"), evict = @CacheEvict("second"))
		public Row readFirstAndEvictSecondIfThree(int number) {
			return next(number);
		}

	}

	/** With annotations at its methods. */
	class ByMethod extends Alike {

		@Override
		@Cacheable("rows")
		public Row find(String key) {
			return next(key);
		}

		@Override
		@Cacheable("rows")
		public @Nullable Row none(String key) {
			next(key);
			return null;
		}

		@Override
		@Cacheable("rows")
		public Row unchecked(String key) {
			throw new UnsupportedOperationException(key);
		}

	}

	/** Each method without an annotation of its own is cached. */
	@Cacheable("rows")
	class ByClass extends Alike {

		@Override
		public Row find(String key) {
			return next(key);
		}

		@Override
		public @Nullable Row none(String key) {
			next(key);
			return null;
		}

		@Override
		public Row unchecked(String key) {
			throw new UnsupportedOperationException(key);
		}

	}

}
