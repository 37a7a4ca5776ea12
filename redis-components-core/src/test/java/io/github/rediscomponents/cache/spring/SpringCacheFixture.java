// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.cache.Cache.ValueWrapper;

import io.github.rediscomponents.support.TopologyFixture;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A cache of Spring's abstraction that takes any value, and others with declared types.
 */
abstract class SpringCacheFixture extends TopologyFixture {

	SpringCaches caches;

	RedisComponentsCache cache;

	SpringCacheFixture(RedisTopology topology) {
		super(topology);
	}

	@BeforeEach
	void create() {
		this.caches = SpringCaches.on(port(), (cache) -> switch (cache) {
			case "shop" -> Shop.class;
			case "number" -> long.class;
			default -> null;
		});
		this.cache = this.caches.manager.getCache("any");
	}

	@AfterEach
	void close() {
		this.caches.close();
	}

	static Object value(ValueWrapper found) {
		assertThat(found).isNotNull();
		return found.get();
	}

	record Shop(long id, String name) {
	}

}
