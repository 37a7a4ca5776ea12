// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.util.Collection;
import java.util.List;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheOperationInvocationContext;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.cache.interceptor.SimpleCacheResolver;

/**
 * Gives {@code @Cacheable} methods caches whose puts do not fail the method: such a put
 * stores what a read has loaded anyway, where that of {@code @CachePut} replaces a value
 * that has changed.
 */
final class ReadCacheResolver extends SimpleCacheResolver {

	ReadCacheResolver(CacheManager manager) {
		super(manager);
	}

	@Override
	public Collection<? extends Cache> resolveCaches(CacheOperationInvocationContext<?> context) {
		Collection<? extends Cache> caches = super.resolveCaches(context);
		return (context.getOperation() instanceof CacheableOperation) ? caches.stream().map(this::forReads).toList()
				: List.copyOf(caches);
	}

	private Cache forReads(Cache cache) {
		return (cache instanceof ClientCache own) ? own.forReads() : cache;
	}

}
