// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.template;

import java.util.function.LongFunction;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.TypedCache;

/**
 * The same with a {@link CacheClient}.
 */
public class AfterShops {

	private final TypedCache<Long, String> shops;

	private final LongFunction<String> rows;

	public AfterShops(CacheClient caches, LongFunction<String> rows) {
		this.shops = caches.cache(CacheSpec.of("shop", Long.class, String.class));
		this.rows = rows;
	}

	public String find(long id) {
		return this.shops.get(id, this.rows::apply);
	}

	public void changed(long id) {
		this.shops.invalidate(id);
	}

}
