// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.caching;

import java.util.function.LongFunction;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;

/**
 * The same with Spring's annotations.
 */
public class AfterUsers {

	private final LongFunction<String> rows;

	public AfterUsers(LongFunction<String> rows) {
		this.rows = rows;
	}

	@Cacheable(cacheNames = "user", sync = true)
	public String find(long id) {
		return this.rows.apply(id);
	}

	@CacheEvict(cacheNames = "user", key = "#id")
	public void changed(long id) {
		// The row is stored by here.
	}

}
