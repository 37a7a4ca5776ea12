// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.cache;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.filter.BloomFilter;

/**
 * {@link CacheClient} behind a {@link BloomFilter} of the ids that exist.
 */
public class GuardedCache {

	private final CacheClient cache;

	private final BloomFilter knownRows;

	private final Rows rows;

	public GuardedCache(CacheClient cache, BloomFilter knownRows, Rows rows) {
		this.cache = cache;
		this.knownRows = knownRows;
		this.rows = rows;
	}

	public @Nullable String read(String id) {
		return this.cache.get("row", id, String.class, this.rows::find);
	}

	public void insert(String id, String value) {
		this.knownRows.add(id);
		this.rows.save(id, value);
		this.cache.invalidate("row", id);
	}

}
