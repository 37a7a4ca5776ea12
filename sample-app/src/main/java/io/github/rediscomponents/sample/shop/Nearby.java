// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import java.util.List;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.sample.web.Page;
import io.github.rediscomponents.sample.web.outage.RedisWatch;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * Finds the nearest shops of a type with the index in Redis, or computes them from the
 * database if the index is unavailable or incomplete.
 */
@Service
class Nearby {

	private final NearbyIndex index;

	private final ShopStore store;

	private final ShopUpkeep upkeep;

	private final RedisWatch redis;

	Nearby(NearbyIndex index, ShopStore store, ShopUpkeep upkeep, RedisWatch redis) {
		this.index = index;
		this.store = store;
		this.upkeep = upkeep;
		this.redis = redis;
	}

	/**
	 * Returns one page of the shops of a type by distance, nearest first, equal distances
	 * by id.
	 * @param typeId the type
	 * @param from the centre
	 * @param page the page
	 * @return the page, empty after the last one
	 */
	List<Near> page(long typeId, Place from, Page page) {
		List<Near> nearest = fromIndex(typeId, from, page.end());
		if (nearest == null) {
			nearest = fromDatabase(typeId, from);
		}
		return nearest.stream().skip(page.offset()).limit(Page.SIZE).toList();
	}

	private @Nullable List<Near> fromIndex(long typeId, Place from, int count) {
		if (this.redis.isAway() || this.upkeep.isBehind(typeId)) {
			return null;
		}
		try {
			return this.index.nearest(typeId, from, count);
		}
		catch (RedisComponentsException ex) {
			this.redis.failed("Cannot read the index of places", ex);
			this.upkeep.rebuild(typeId);
			return null;
		}
	}

	private List<Near> fromDatabase(long typeId, Place from) {
		List<Near> all = this.store.places(typeId)
			.stream()
			.map((shop) -> new Near(shop.id(), from.metresTo(shop.place())))
			.sorted(Near.ORDER)
			.toList();
		if (!all.isEmpty()) {
			this.upkeep.rebuild(typeId);
		}
		return all;
	}

}
