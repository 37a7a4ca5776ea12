// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.codec.TypeRef;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Shops and their types, cached. The caches {@code shop} and {@code shop-type} are
 * declared in {@code application.yml}.
 */
@Component
class ShopCache {

	private static final String ALL = "all";

	private final TypedCache<Long, Shop> shops;

	private final TypedCache<String, List<ShopType>> types;

	private final ShopStore store;

	ShopCache(CacheClient client, ShopStore store) {
		this.shops = client.cache(CacheSpec.of("shop", Long.class, Shop.class));
		this.types = client.cache("shop-type", new TypeRef<List<ShopType>>() {
		});
		this.store = store;
	}

	@Nullable Shop find(long id) {
		return this.shops.get(id, (key) -> this.store.find(key).orElse(null));
	}

	/**
	 * Returns shops by their ids, in the order of the ids, without ids that do not exist.
	 */
	Map<Long, Shop> findAll(Collection<Long> ids) {
		return this.shops.getAll(ids, (missing) -> {
			Map<Long, Shop> found = new LinkedHashMap<>();
			this.store.findAll(missing).forEach((shop) -> found.put(shop.id(), shop));
			return found;
		});
	}

	List<ShopType> types() {
		List<ShopType> found = this.types.get(ALL, (key) -> this.store.types());
		return (found != null) ? found : List.of();
	}

	void invalidate(long id) {
		this.shops.invalidate(id);
	}

	/**
	 * Returns when no instance serves from its memory what was invalidated before the
	 * call.
	 * @throws InterruptedException if the thread was interrupted; some instances may
	 * serve the older value for a moment
	 */
	void awaitInvalidation() throws InterruptedException {
		// Nothing reports the end: the bound is a time, and no instance acknowledges a
		// message.
		Thread.sleep(this.shops.stalenessBound().toMillis());
	}

	void clear() {
		this.shops.clear();
		this.types.clear();
	}

}
