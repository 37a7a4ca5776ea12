// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.annotation.Transactional;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.spring.CacheableBatch;
import io.github.rediscomponents.cache.spring.RedisComponentsCacheManager;

/**
 * What cache-spring.md shows.
 */
class SpringCacheExamples {

	void renameBrand(CacheClient cache) {
		cache.invalidateTags("product", "brand-7");
	}

	private final Repository repository;

	SpringCacheExamples(Repository repository) {
		this.repository = repository;
	}

	// @formatter:off
	@Configuration
	@EnableCaching
	class Caching {
	}

	@Cacheable(cacheNames = "product", sync = true)
	public @Nullable Product find(long id) {
		return this.repository.find(id);
	}

	@CacheableBatch("product")
	public Map<Long, Product> findAll(Collection<Long> ids) {
		return this.repository.findAll(ids);
	}

	@CacheEvict(cacheNames = "product", key = "#product.id")
	public void save(Product product) {
		this.repository.save(product);
	}

	@Cacheable(cacheNames = "offers", sync = true)
	public CompletableFuture<List<Product>> offers(String city, int page) {
		return this.repository.offers(city, page);
	}

	@EnableCaching(order = 0)
	class CachingAroundTransactions {
	}

	@CacheableBatch("product")
	public List<@Nullable Product> inOrder(List<Long> ids) {
		return this.repository.inOrder(ids);
	}
	// @formatter:on

	@Transactional
	void mixed(CacheClient cache, long id) {
		cache.invalidate("product", id);
	}

	RedisComponentsCacheManager withoutBoot(CacheClient client) {
		RedisComponentsCacheManager manager = RedisComponentsCacheManager.on(client)
			.types((cache) -> cache.equals("product") ? Product.class : null)
			.build();
		return manager;
	}

	record Product(long id, String name) {
	}

	interface Repository {

		@Nullable Product find(long id);

		Map<Long, Product> findAll(Collection<Long> ids);

		void save(Product product);

		CompletableFuture<List<Product>> offers(String city, int page);

		List<@Nullable Product> inOrder(List<Long> ids);

	}

}
