// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.github.rediscomponents.autocomplete.IndexEntry;
import io.github.rediscomponents.autocomplete.LoadResult;
import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.autocomplete.PrefixIndexes;

/**
 * The code of the page about prefix indexes.
 */
class PrefixIndexExamples {

	record Shop(long id, String name, String address, long visits) {
	}

	PrefixIndex<Shop> undeclared(PrefixIndexes indexes, String city) {
		PrefixIndexSettings settings = PrefixIndexSettings.defaults().withMaxPayload(500);
		PrefixIndex<Shop> shops = indexes.get("shops:" + city, Shop.class, settings);
		return shops;
	}

	static class ShopNames {

		private final List<Long> told = new ArrayList<>();

		private final PrefixIndex<Shop> shops;

		ShopNames(PrefixIndex<Shop> shopsPrefixIndex) {
			this.shops = shopsPrefixIndex;
		}

		List<IndexEntry<Shop>> typed(String prefix) {
			return this.shops.complete(prefix, 10); // one round trip
		}

		void saved(Shop shop) {
			this.shops.put(entry(shop));
		}

		void visited(long shop, long visits) {
			this.shops.setWeight(String.valueOf(shop), visits);
		}

		void closed(long shop) {
			this.shops.remove(String.valueOf(shop));
		}

		LoadResult loadAll(Stream<Shop> all) {
			return this.shops.load(all.map(this::entry).iterator(), this::told);
		}

		private IndexEntry<Shop> entry(Shop shop) {
			return new IndexEntry<>(String.valueOf(shop.id()), shop.name(), shop.visits(), shop);
		}

		private void told(long done) {
			this.told.add(done);
		}

	}

}
