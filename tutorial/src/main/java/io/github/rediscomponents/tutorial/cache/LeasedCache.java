// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.cache;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.CacheClient;

/**
 * The same with {@link CacheClient}.
 */
public class LeasedCache {

	private final CacheClient cache;

	private final Rows rows;

	public LeasedCache(CacheClient cache, Rows rows) {
		this.cache = cache;
		this.rows = rows;
	}

	public @Nullable String read(String id) {
		return this.cache.get("row", id, String.class, this.rows::find);
	}

	public void update(String id, String value) {
		this.rows.save(id, value);
		this.cache.invalidate("row", id);
	}

}
