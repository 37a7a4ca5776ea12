// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.caching;

import java.util.function.LongFunction;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.Caching;

/**
 * Reads the old cache and evicts from both, for the release between the two.
 */
public class BothProducts {

	private final LongFunction<String> rows;

	public BothProducts(LongFunction<String> rows) {
		this.rows = rows;
	}

	@Cacheable(cacheNames = "product", cacheManager = "oldCaches")
	public String find(long id) {
		return this.rows.apply(id);
	}

	@Caching(evict = { @CacheEvict(cacheNames = "product", key = "#id", cacheManager = "oldCaches"),
			@CacheEvict(cacheNames = "product", key = "#id", cacheManager = "newCaches") })
	public void changed(long id) {
		// The row is stored by here.
	}

}
