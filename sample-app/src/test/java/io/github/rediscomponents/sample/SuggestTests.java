package io.github.rediscomponents.sample;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.autocomplete.PrefixIndexes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Completion of the names of shops, on two instances.
 */
class SuggestTests {

	private static Guide one;

	private static Guide two;

	private static PrefixIndex<String> index;

	@BeforeAll
	static void start() {
		Guide.Settings settings = new Guide.Settings();
		one = Guide.start(settings);
		two = Guide.start(settings);
		index = one.bean(PrefixIndexes.class).index("shop", String.class);
	}

	@AfterAll
	static void stop() {
		one.close();
		two.close();
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
		await().atMost(Duration.ofSeconds(20)).until(() -> index.get("complete").isPresent());
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
