// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.data;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Pictures of the imported shops: scenes of the shop's type, drawn for the application.
 * The first one differs between neighbours, and a shop has each scene once.
 */
final class ShopPictures {

	private static final List<String> FOOD = List.of("milk-tea", "copper-pot", "canal-dinner", "bistro", "tomato-pot",
			"hot-pot", "grilled-fish", "sushi", "lamb-grill", "noodles", "dumplings", "tea", "dessert", "coffee");

	private static final Map<Long, List<String>> SCENES = Map.of(1L, FOOD, 2L,
			List.of("spotlight", "disco", "headphones", "stage", "speakers"), 3L, List.of("salon"), 4L, List.of("gym"),
			5L, List.of("massage"), 6L, List.of("spa"), 7L, List.of("balloons"), 8L, List.of("bar"), 9L,
			List.of("party"), 10L, List.of("nails"));

	private static final List<String> OTHERS = List.of("store", "market");

	/** Distance of the pictures of one shop, prime to the numbers of scenes. */
	private static final int STEP = 9;

	private ShopPictures() {
	}

	/**
	 * Returns the pictures of a shop.
	 * @param shopId the shop
	 * @param typeId its type
	 * @param count the wanted number; fewer are returned if the type has fewer scenes
	 * @return the paths, joined by commas
	 */
	static String of(long shopId, long typeId, int count) {
		List<String> scenes = SCENES.getOrDefault(typeId, OTHERS);
		return IntStream.range(0, Math.min(count, scenes.size()))
			.mapToObj((n) -> scenes.get(Math.floorMod(shopId - 1 + (long) n * STEP, scenes.size())))
			.map((scene) -> "/imgs/scenes/" + scene + ".svg")
			.collect(Collectors.joining(","));
	}

}
