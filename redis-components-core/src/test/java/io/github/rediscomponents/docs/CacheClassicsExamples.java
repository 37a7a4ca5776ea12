// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.core.StringRedisTemplate;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.filter.BloomFilter;

class CacheClassicsExamples {

	private final StringRedisTemplate redis;

	private final CacheClient cache;

	private final BloomFilter knownRows;

	private final Rows rows;

	CacheClassicsExamples(StringRedisTemplate redis, CacheClient cache, BloomFilter knownRows, Rows rows) {
		this.redis = redis;
		this.cache = cache;
		this.knownRows = knownRows;
		this.rows = rows;
	}

	@Nullable String cacheAside(String id) {
		String known = this.redis.opsForValue().get("row:" + id);
		if (known != null) {
			return known;
		}
		String loaded = this.rows.find(id);
		if (loaded != null) {
			this.redis.opsForValue().set("row:" + id, loaded, Duration.ofMinutes(30));
		}
		return loaded;
	}

	@Nullable String row(String id) {
		return this.cache.get("row", id, String.class, this.rows::find);
	}

	void add(String id) {
		this.knownRows.add(id);
		this.rows.insert(id);
	}

	List<Object> all() {
		return List.of(this.redis, this.cache, this.knownRows);
	}

	interface Rows {

		@Nullable String find(String id);

		void insert(String id);

	}

}
