// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.TwoGuides;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Completion of the names of shops, on two instances.
 */
class SuggestTests extends TwoGuides {

	private static PrefixIndex<String> index;

	private static final Consumer<Integer> NOTHING = (size) -> {
	};

	@BeforeAll
	static void start() {
		start(new Guide.Settings(), InterruptedShopStore.class);
		index = one.bean(PrefixIndexes.class).get("shop", String.class);
	}

	@Test
	void aNameThatNobodyCanFindHoldsUpNoOther() {
		ShopNames names = one.bean(ShopNames.class);
		names.putAll(List.of(new ShopEntry(99_997, "\u200b", 1), new ShopEntry(99_998, "Zzyzx tea", 1)));
		assertThat(names.find("zzyzx", 5)).extracting(ShopName::id).containsExactly(99_998L);
		names.put(new ShopEntry(99_998, "\u202e", 1));
		assertThat(names.find("zzyzx", 5)).isEmpty();
	}

	@Test
	void aNameThatBecomesTooLongHoldsUpNoOther() {
		// Each character is eighteen in the form in which names are compared.
		String name = "\ufdfa".repeat(15);
		ShopNames names = one.bean(ShopNames.class);
		names.putAll(List.of(new ShopEntry(99_995, name, 1), new ShopEntry(99_996, "Axolotl", 1)));
		assertThat(names.find("axolotl", 5)).extracting(ShopName::id).containsExactly(99_996L);
		names.put(new ShopEntry(99_996, name, 1));
		assertThat(names.find("axolotl", 5)).isEmpty();
		assertThat(
				one.post("/shop", one.tokenOf(1), "{\"name\":\"%s\",\"typeId\":9,\"x\":1.0,\"y\":1.0}".formatted(name))
					.assertRefused()
					.sentence())
			.startsWith("The name");
		long longest = create("\ufdfa".repeat(14), 1);
		assertThat(suggested(two, Guide.encode("\ufdfa\ufdfa"))).containsExactly(longest);
	}

	@Test
	void theShopsThatSellMostComeFirst() {
		awaitIndex();
		long little = create("Zebra One", 5);
		long much = create("zebra two", 50);
		long some = create("ZÉBRA THREE", 20);
		assertThat(suggested(two, "zebra")).containsExactly(much, some, little);
		assertThat(suggested(two, "ZEBRA  t")).containsExactly(much, some);
		assertThat(suggested(two, "zebra&limit=1")).containsExactly(much);
		one.put("/shop", one.tokenOf(1), "{\"id\":%d,\"sold\":60}".formatted(little)).assertDone();
		assertThat(suggested(two, "zebra")).containsExactly(little, much, some);
		one.put("/shop", one.tokenOf(1), "{\"id\":%d,\"name\":\"Yak\"}".formatted(much)).assertDone();
		assertThat(suggested(two, "zebra")).containsExactly(little, some);
		assertThat(suggested(two, "ya")).containsExactly(much);
	}

	@Test
	void whatComesIsIdAndName() {
		awaitIndex();
		JsonNode shop = one.get("/shop/suggest?prefix=" + Guide.encode("新白")).list().get(0);
		assertThat(shop.propertyNames()).containsExactlyInAnyOrder("id", "name");
		assertThat(shop.path("id").asLong()).isEqualTo(3);
		assertThat(shop.path("name").asString()).startsWith("新白鹿");
	}

	@Test
	void anIndexThatIsLostComesBackAndIsNeverMissed() {
		awaitIndex();
		List<Long> ids = IntStream.range(0, 3).mapToObj((i) -> create("Quokka " + i, 3 - i)).toList();
		assertThat(suggested(one, "quokka")).isEqualTo(ids);
		index.clear();
		long fourth = create("Quokka 4", 9);
		assertThat(suggested(one, "quokka")).startsWith(fourth).containsAll(ids).hasSize(4);
		assertThat(suggested(two, "quokka")).startsWith(fourth).containsAll(ids).hasSize(4);
		awaitIndex();
		assertThat(suggested(two, "quokka")).startsWith(fourth).containsAll(ids).hasSize(4);
	}

	@Test
	void theDatabaseComparesAsTheIndexDoes() {
		awaitIndex();
		List<Long> ids = IntStream.range(0, 4)
			.mapToObj((i) -> create(List.of("Ünï  corn", "UNI CORN b", "ｕｎｉ corn c", "uni corn ΣΑΣ").get(i), 9 - i))
			.toList();
		long sharp = create("GIE\u1e9eEREI", 1);
		for (String prefix : new String[] { "uni c", "ÚNI  c", "Uni Corn" }) {
			assertThat(suggested(two, Guide.encode(prefix))).isEqualTo(ids);
		}
		assertThat(suggested(two, "giesse")).containsExactly(sharp);
		InterruptedShopStore.READ.set((size) -> {
			throw new DataAccessResourceFailureException("not now");
		});
		try {
			index.clear();
			for (String prefix : new String[] { "uni c", "ÚNI  c", "Uni Corn" }) {
				assertThat(suggested(two, Guide.encode(prefix))).isEqualTo(ids);
			}
			assertThat(suggested(two, Guide.encode("uni corn σας"))).containsExactly(ids.get(3));
			assertThat(suggested(two, "giesse")).containsExactly(sharp);
		}
		finally {
			InterruptedShopStore.READ.set(NOTHING);
		}
	}

	@Test
	void aChangeThatItsInstanceDidNotTellIsToldByAnother() {
		awaitIndex();
		long id = create("Wolpertinger", 1);
		JdbcClient jdbc = one.bean(JdbcClient.class);
		jdbc.sql("UPDATE tb_shop SET name = 'Jackalope' WHERE id = ?").param(id).update();
		jdbc.sql("INSERT INTO tb_untold_change (kind, user_id, target_id, noted_at) VALUES ('shop-name', 0, ?, 0)")
			.param(id)
			.update();
		await().untilAsserted(() -> {
			assertThat(suggested(two, "jackal")).containsExactly(id);
			assertThat(suggested(two, "wolpert")).isEmpty();
		});
	}

	@Test
	void aLoadDoesNotLoseTheChangeThatHappensBesideIt() throws Exception {
		awaitIndex();
		long id = create("Gnu before", 1);
		CountDownLatch read = new CountDownLatch(1);
		CompletableFuture<Void> change = new CompletableFuture<>();
		InterruptedShopStore.READ.set((size) -> {
			if (size > 0 && read.getCount() > 0) {
				read.countDown();
				// The old name was read. The change cannot be told until it is in the
				// index.
				change.completeAsync(() -> {
					one.put("/shop", one.tokenOf(1), "{\"id\":%d,\"name\":\"Gnu after\"}".formatted(id)).assertDone();
					return null;
				});
			}
		});
		try {
			index.clear();
			assertThat(suggested(two, "gnu")).containsExactly(id);
			change.get(60, TimeUnit.SECONDS);
			assertThat(suggested(two, "gnu after")).containsExactly(id);
			awaitIndex();
			assertThat(index.get(Long.toString(id)).orElseThrow().term()).isEqualTo("Gnu after");
		}
		finally {
			InterruptedShopStore.READ.set(NOTHING);
		}
	}

	@Test
	void aLoadThatIsLostBeforeItsEndIsNotTakenForComplete() {
		awaitIndex();
		long shops = one.bean(JdbcClient.class)
			.sql("SELECT COUNT(*) FROM tb_shop WHERE closed = 0")
			.query(Long.class)
			.single();
		AtomicInteger losses = new AtomicInteger();
		InterruptedShopStore.READ.set((size) -> {
			// All are in, and lost; then the load comes to its end.
			if (size == 0 && losses.incrementAndGet() <= 3) {
				index.clear();
			}
		});
		try {
			index.clear();
			await().until(() -> {
				assertThat(suggested(two, "")).hasSize((int) Math.min(10, shops));
				return losses.get() > 3;
			});
			awaitIndex();
			assertThat(index.size()).isGreaterThan(shops);
		}
		finally {
			InterruptedShopStore.READ.set(NOTHING);
		}
	}

	@Test
	void nothingTypedFindsTheMostSoldAndOddPrefixesNothing() {
		awaitIndex();
		assertThat(one.get("/shop/suggest").list()).hasSize(10);
		assertThat(one.get("/shop/suggest?&prefix=&limit=1000").list()).hasSizeBetween(14, 49);
		assertThat(one.get("/shop/suggest?prefix=%25").list()).isEmpty();
		assertThat(one.get("/shop/suggest?prefix=%00").list()).isEmpty();
		assertThat(one.get("/shop/suggest?prefix=" + "x".repeat(300)).list()).isEmpty();
		assertThat(suggested(one, "complete")).isEmpty();
		one.get("/shop/suggest?limit=-1").assertRefused();
		one.get("/shop/suggest?limit=x").assertStatus(400);
	}

	private static void awaitIndex() {
		await().until(() -> index.complete("\uE000complete", 1).stream().anyMatch((mark) -> mark.weight() > 0));
	}

	private static List<Long> suggested(Guide guide, String query) {
		return guide.get("/shop/suggest?prefix=" + query.replace(" ", "%20")).ids();
	}

	private static long create(String name, int sold) {
		return one
			.post("/shop", one.tokenOf(1),
					"{\"name\":\"%s\",\"typeId\":9,\"x\":1.0,\"y\":1.0,\"sold\":%d}".formatted(name, sold))
			.data()
			.asLong();
	}

}
