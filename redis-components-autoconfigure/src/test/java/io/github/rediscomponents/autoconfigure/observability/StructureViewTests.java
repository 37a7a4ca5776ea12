// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import io.github.rediscomponents.autocomplete.IndexEntry;
import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.ranking.RankedSets;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The endpoint's view of declared indexes and ranked sets.
 */
class StructureViewTests {

	private final ApplicationContextRunner runner = TestContexts.connected()
		.withPropertyValues("redis-components.key-prefix=t" + UUID.randomUUID(),
				"management.endpoints.web.exposure.include=redisComponents",
				"redis-components.prefix-index.indexes.shops.accents=ignore",
				"redis-components.prefix-index.indexes.shops.type=java.lang.String",
				"redis-components.ranked-set.sets.game.periods=total,day",
				"redis-components.ranked-set.sets.game.keep=3");

	@Test
	void showsADeclaredIndexAndItsSize() {
		this.runner.run((context) -> {
			RoomView view = view(context, "prefix-index");
			assertThat(view.overview())
				.isEqualTo(Map.of("indexes", Map.of("shops", Map.of("accents", "ignore", "maxPayload", 4096))));
			context.getBean(PrefixIndexes.class)
				.get("shops", String.class)
				.put(new IndexEntry<>("1", "Caf\u00e9", 1, "payload"));
			assertThat(view.find("shops")).containsEntry("size", 1L).containsEntry("accents", "ignore");
			assertThat(view.find("others")).isNull();
		});
	}

	@Test
	void showsADeclaredRankedSetAndItsSizes() {
		this.runner.run((context) -> {
			RoomView view = view(context, "ranked-set");
			assertThat(view.overview()).isEqualTo(Map.of("sets", Map.of("game",
					Map.of("order", "highest", "periods", List.of("total", "day"), "zone", "Z", "keep", 3))));
			context.getBean(RankedSets.class).get("game").increment("user", 1);
			assertThat(view.find("game")).containsEntry("sizes", Map.of("total", 1L, "day", 1L))
				.containsEntry("keep", 3);
			assertThat(view.find("others")).isNull();
		});
	}

	private static RoomView view(ApplicationContext context, String room) {
		return context.getBeanProvider(RoomView.class)
			.stream()
			.filter((one) -> one.room().equals(room))
			.findFirst()
			.orElseThrow();
	}

}
