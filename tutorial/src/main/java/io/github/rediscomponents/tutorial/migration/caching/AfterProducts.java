// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.caching;

import java.util.function.LongFunction;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;

/**
 * The same with one load over all processes.
 */
public class AfterProducts {

	private final LongFunction<String> rows;

	public AfterProducts(LongFunction<String> rows) {
		this.rows = rows;
	}

	@Cacheable(cacheNames = "product", sync = true)
	public String find(long id) {
		return this.rows.apply(id);
	}

	@CacheEvict(cacheNames = "product", key = "#id")
	public void changed(long id) {
		// The row is stored by here.
	}

}
