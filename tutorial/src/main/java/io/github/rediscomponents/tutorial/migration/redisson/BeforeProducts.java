// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.redisson;

import java.time.Duration;
import java.util.function.Function;

import org.redisson.api.RMapCache;
import org.redisson.api.RedissonClient;

/**
 * Rows in a map of Redisson.
 */
public class BeforeProducts {

	private final RMapCache<Long, String> products;

	private final Function<Long, String> rows;

	public BeforeProducts(RedissonClient redisson, Function<Long, String> rows) {
		this.products = redisson.getMapCache("products");
		this.rows = rows;
	}

	public String find(long id) {
		return this.products.computeIfAbsent(id, Duration.ofMinutes(30), this.rows);
	}

	public void changed(long id) {
		this.products.fastRemove(id);
	}

}
