// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheCodec;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodec;

class CacheExamples {

	private final CacheClient cache;

	private final TypedCache<Long, Shop> shopCache;

	private final Shops shops;

	private final Transactions transactions;

	CacheExamples(CacheClient cache, Shops shops, Transactions transactions) {
		this.cache = cache;
		this.shopCache = cache.cache(CacheSpec.of("shop", Long.class, Shop.class));
		this.shops = shops;
		this.transactions = transactions;
	}

	@Nullable Shop shop(long id) {
		return this.cache.get("shop", id, Shop.class, this.shops::find);
	}

	void rename(long id, String name) {
		this.transactions.executeWithoutResult((status) -> this.shops.rename(id, name));
		this.shopCache.invalidate(id);
	}

	int reprice(long id, int cents) throws Exception {
		return this.shopCache.writeThrough(id, () -> this.shops.reprice(id, cents));
	}

	void close(List<Long> ids) {
		this.transactions.executeWithoutResult((status) -> {
			this.shops.close(ids);
			this.shopCache.invalidateAll(ids);
		});
	}

	List<Object> several(CacheClient cache, List<Long> ids) {
		TypedCache<Long, Shop> shops = cache.cache(CacheSpec.of("shop", Long.class, Shop.class));
		TypedCache<String, List<Shop>> byType = cache.cache("shops-by-type", new TypeRef<List<Shop>>() {
		});

		Map<Long, Shop> found = shops.getAll(ids, this.shops::findAll);
		Lookup<Shop> known = shops.peek(7L);
		return List.of(byType, found, known);
	}

	@Nullable Shop price(long id) {
		return this.shopCache.get(id, this.shops::find,
				EntryOptions.defaults().withTtl(Duration.ofSeconds(5)).withHardTimeout(Duration.ofMillis(300)));
	}

	@Nullable Shop menu(long id) {
		return this.shopCache.getWithContext(id, (key, context) -> {
			Answer answer = this.shops.fetch(key, context.staleValue());
			context.ttl(answer.maxAge());
			return answer.isNotModified() ? context.notModified() : answer.shop();
		});
	}

	@Nullable Shop shopOfOwner(long id) {
		return this.shopCache.getWithContext(id, (key, context) -> {
			context.tags("owner-" + this.shops.ownerOf(key));
			return this.shops.find(key);
		});
	}

	void renameAllOf(long owner, String name) {
		this.transactions.executeWithoutResult((status) -> this.shops.renameAllOf(owner, name));
		this.shopCache.invalidateTags("owner-" + owner);
	}

	Map<Long, Shop> shopsOfOwner(List<Long> ids, Shop added) {
		this.shopCache.put(added.id(), added, EntryOptions.defaults().withTags("owner-7", "new"));
		return this.shopCache.getAllWithContext(ids, (keys, context) -> {
			keys.forEach((key) -> context.tags(key, "owner-" + this.shops.ownerOf(key)));
			return this.shops.findAll(keys);
		});
	}

	void clientTags() {
		this.cache.invalidateTags("shop", "new", "owner-7");
	}

	CacheObserver observer(Consumer<String> slow) {
		return new CacheObserver() {

			@Override
			public void load(String cache, long nanos, boolean succeeded) {
				if (nanos > 1_000_000_000L) {
					slow.accept(cache);
				}
			}

		};
	}

	TypedCache<Area, byte[]> own(CacheClient cache) {
		TypedCache<Area, byte[]> tiles = cache.cache(CacheSpec.of("tile", Area.class, byte[].class)
			.keyText((area) -> area.x() + "/" + area.y())
			.settings(CacheSettings.defaults().withTtl(Duration.ofHours(6))));
		return tiles;
	}

	TypedCache<String, List<Shop>> packed(CacheClient cache) {
		TypeRef<List<Shop>> type = new TypeRef<>() {
		};
		TypedCache<String, List<Shop>> pages = cache.cache(CacheSpec.of("shop-page", String.class, type)
			.settings(CacheSettings.defaults().withCodec(CacheCodec.BINARY).withCompressAbove(4096)));
		return pages;
	}

	TypedCache<Long, Shop> ownCodec(CacheClient cache) {
		TypedCache<Long, Shop> shops = cache.cache(CacheSpec.of("shop", Long.class, Shop.class).codec(new ShopCodec()));
		return shops;
	}

	record ShopCodec() implements ValueCodec<Shop> {

		@Override
		public String format() {
			return "shop-lines";
		}

		@Override
		public byte[] encode(Shop shop) {
			return (shop.id() + "\n" + shop.name()).getBytes(StandardCharsets.UTF_8);
		}

		@Override
		public Shop decode(byte[] bytes) {
			String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n", 2);
			return new Shop(Long.parseLong(lines[0]), lines[1]);
		}

	}

	record Shop(long id, String name) {
	}

	record Answer(Duration maxAge, boolean isNotModified, @Nullable Shop shop) {
	}

	record Area(int x, int y) {
	}

	interface Shops {

		@Nullable Shop find(long id);

		Map<Long, Shop> findAll(Set<Long> ids);

		void rename(long id, String name);

		int reprice(long id, int cents);

		void close(List<Long> ids);

		long ownerOf(long id);

		void renameAllOf(long owner, String name);

		Answer fetch(long id, @Nullable Shop held);

	}

	interface Transactions {

		void executeWithoutResult(Consumer<Object> action);

	}

	static void look(CacheClient caches) {
		Optional<CacheClient.Entry> entry = caches.look("shop", 42);
		entry.ifPresent((one) -> System.out.println(one.bytes() + " bytes, fresh for " + one.fresh()));
	}

}
