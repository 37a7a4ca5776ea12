// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.redisson;

import java.util.function.Function;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.TypedCache;

/**
 * The same with a {@link CacheClient}.
 */
public class AfterProducts {

	private final TypedCache<Long, String> products;

	private final Function<Long, String> rows;

	public AfterProducts(CacheClient caches, Function<Long, String> rows) {
		this.products = caches.cache(CacheSpec.of("product", Long.class, String.class));
		this.rows = rows;
	}

	public String find(long id) {
		return this.products.get(id, this.rows::apply);
	}

	public void changed(long id) {
		this.products.invalidate(id);
	}

}
