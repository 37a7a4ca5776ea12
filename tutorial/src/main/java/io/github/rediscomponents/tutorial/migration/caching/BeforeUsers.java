// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.caching;

import java.util.function.LongFunction;

import com.alicp.jetcache.anno.CacheInvalidate;
import com.alicp.jetcache.anno.CacheRefresh;
import com.alicp.jetcache.anno.CacheType;
import com.alicp.jetcache.anno.Cached;

/**
 * Users in JetCache.
 */
public class BeforeUsers {

	private final LongFunction<String> rows;

	public BeforeUsers(LongFunction<String> rows) {
		this.rows = rows;
	}

	@Cached(name = "user.", key = "#id", expire = 1800, cacheType = CacheType.REMOTE)
	@CacheRefresh(refresh = 60, stopRefreshAfterLastAccess = 600)
	public String find(long id) {
		return this.rows.apply(id);
	}

	@CacheInvalidate(name = "user.", key = "#id")
	public void changed(long id) {
		// The row is stored by here.
	}

}
