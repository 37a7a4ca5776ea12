// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.util.Collection;

import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheResolver;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.support.Checks;

/**
 * Spring's {@link CacheManager} over a {@link CacheClient}. Caches are made by name when
 * they are asked for; asking sends nothing and settles no type before the cache is used.
 *
 * <p>
 * A cache has the entries, settings and guarantees of the {@link CacheClient}'s cache of
 * that name. Where its value type is known both can be used side by side.
 *
 * @since 1.0.0
 */
public interface RedisComponentsCacheManager extends CacheManager {

	/**
	 * Returns a cache.
	 * @param name letters, digits, {@code -}, {@code _} and {@code .}, at most 128
	 * @return the same object at each call, never null
	 * @throws IllegalArgumentException if {@code name} is malformed
	 */
	@Override
	RedisComponentsCache getCache(String name);

	/**
	 * Returns the names of the caches that are declared or were asked for.
	 * @return the names at this moment
	 */
	@Override
	Collection<String> getCacheNames();

	/**
	 * Returns the resolver for annotated methods. With it a {@code @Cacheable} method
	 * without {@code sync} returns what it loaded also when Redis does not take it;
	 * {@code @CachePut} and {@code @CacheEvict} throw.
	 * @return the same object at each call
	 */
	CacheResolver resolver();

	/**
	 * Builds a manager.
	 * @param client has the caches
	 * @return the builder
	 */
	static CacheManagerBuilder on(CacheClient client) {
		return new CacheManagerBuilder(Checks.notNull("client", client));
	}

}
