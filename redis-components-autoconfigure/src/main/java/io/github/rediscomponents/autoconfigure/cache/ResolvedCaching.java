// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.cache;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.interceptor.CacheResolver;

import io.github.rediscomponents.cache.spring.RedisComponentsCacheManager;

/**
 * Gives annotated methods the resolver of the manager.
 *
 * @param manager the manager, made when the first method needs it
 */
record ResolvedCaching(ObjectProvider<RedisComponentsCacheManager> manager) implements CachingConfigurer {

	@Override
	public CacheResolver cacheResolver() {
		return this.manager.getObject().resolver();
	}

}
