// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.StreamSupport;

import io.github.rediscomponents.sample.crowd.Call;
import io.github.rediscomponents.sample.crowd.UnusableGuideException;
import tools.jackson.databind.JsonNode;

/**
 * What people read who browse: half of it shops, some of them far more often than others.
 */
final class ReadMix {

	/** Enough to be no favourites any more. */
	private static final int MOST_SHOPS = 2000;

	private static final int SKEW = 3;

	private final List<JsonNode> shops;

	private final List<Long> types;

	private ReadMix(List<JsonNode> shops, List<Long> types) {
		this.shops = shops;
		this.types = types;
	}

	/** Learns what there is to read. */
	static ReadMix of(Stage stage) throws InterruptedException {
		List<Long> types = list(stage, "/shop-type/list").stream().map((type) -> type.path("id").asLong()).toList();
		List<JsonNode> shops = new ArrayList<>();
		for (long type : types) {
			List<JsonNode> page = List.of();
			for (int current = 1; (current == 1 || !page.isEmpty()) && shops.size() < MOST_SHOPS; current++) {
				page = list(stage, "/shop/of/type?typeId=" + type + "&current=" + current);
				shops.addAll(page);
			}
		}
		if (shops.isEmpty()) {
			throw new UnusableGuideException("There are no shops to read");
		}
		return new ReadMix(shops, types);
	}

	private static List<JsonNode> list(Stage stage, String path) throws InterruptedException {
		return StreamSupport.stream(stage.prepare(Call.get(path)).spliterator(), false).toList();
	}

	/** How many different shops may be read. */
	int shops() {
		return this.shops.size();
	}

	Read next(RandomGenerator random) {
		JsonNode shop = this.shops.get((int) (this.shops.size() * Math.pow(random.nextDouble(), SKEW)));
		int hundredth = random.nextInt(100);
		if (hundredth < 50) {
			return new Read("shop", "/shop/" + shop.path("id").asLong());
		}
		if (hundredth < 65) {
			return new Read("shops nearby",
					"/shop/of/type?typeId=%d&x=%s&y=%s".formatted(this.types.get(random.nextInt(this.types.size())),
							shop.path("x").asString(), shop.path("y").asString()));
		}
		if (hundredth < 75) {
			return new Read("suggestions", "/shop/suggest?prefix=" + (char) ('0' + random.nextInt(10)));
		}
		if (hundredth < 85) {
			return new Read("types", "/shop-type/list");
		}
		return (hundredth < 95) ? new Read("vouchers", "/voucher/list/" + shop.path("id").asLong())
				: new Read("hot posts", "/blog/hot");
	}

	/**
	 * Something to read.
	 *
	 * @param kind what it is called
	 * @param path where it is
	 */
	record Read(String kind, String path) {

		Call call() {
			return Call.get(this.path);
		}
	}

}
