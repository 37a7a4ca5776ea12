// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.caching;

import java.util.function.LongFunction;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;

/**
 * Products in Spring's cache.
 */
public class BeforeProducts {

	private final LongFunction<String> rows;

	public BeforeProducts(LongFunction<String> rows) {
		this.rows = rows;
	}

	@Cacheable("product")
	public String find(long id) {
		return this.rows.apply(id);
	}

	@CacheEvict(cacheNames = "product", key = "#id")
	public void changed(long id) {
		// The row is stored by here.
	}

}
