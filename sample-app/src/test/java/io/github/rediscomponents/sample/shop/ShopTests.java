// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import java.util.List;

import io.github.rediscomponents.sample.fixture.Guide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Shops and their types.
 */
class ShopTests {

	private final Guide guide = Guide.shared();

	private final String token = this.guide.tokenOf(1);

	@Test
	void typesComeInTheirOrder() {
		List<JsonNode> types = this.guide.get("/shop-type/list").list();
		assertThat(types).extracting((type) -> type.path("id").asLong())
			.containsExactly(1L, 2L, 3L, 10L, 5L, 6L, 7L, 8L, 9L, 4L);
		assertThat(types.get(0).propertyNames()).containsExactlyInAnyOrder("id", "name", "icon", "sort");
		assertThat(types.get(0).path("name").asString()).isEqualTo("美食");
	}

	@Test
	void aShopHasWhatTheFileSays() {
		JsonNode shop = this.guide.get("/shop/6").data();
		assertThat(shop.propertyNames()).containsExactlyInAnyOrder("id", "name", "typeId", "images", "area", "address",
				"x", "y", "avgPrice", "sold", "comments", "score", "openHours");
		assertThat(shop.path("name").asString()).isEqualTo("幸福里老北京涮锅（丝联店）");
		assertThat(shop.path("openHours").asString()).isEqualTo("11:00-13:50,17:00-20:50");
		assertThat(shop.path("x").asDouble()).isEqualTo(120.148603);
		assertThat(shop.path("avgPrice").isNumber()).isTrue();
		assertThat(shop.path("score").asInt()).isEqualTo(46);
		assertThat(shop.path("images").asString().split(",")).hasSize(3);
		assertThat(this.guide.get("/shop/8").data().path("openHours").asString()).isEqualTo("11:00-21:30");
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "-1", "999999", "9223372036854775807", "-9223372036854775808" })
	void unknownShopsAreRefused(String id) {
		this.guide.get("/shop/" + id).assertRefused();
		this.guide.get("/shop/" + id).assertRefused();
	}

	@Test
	void aTypeIsListedByIdScoreOrComments() {
		assertThat(this.guide.get("/shop/of/type?typeId=2").ids()).containsExactly(10L, 11L, 12L, 13L, 14L);
		assertThat(this.guide.get("/shop/of/type?typeId=2&sortBy=score").ids()).containsExactly(11L, 14L, 12L, 13L,
				10L);
		assertThat(this.guide.get("/shop/of/type?typeId=2&sortBy=comments").ids()).containsExactly(11L, 13L, 10L, 14L,
				12L);
		this.guide.get("/shop/of/type?typeId=2&sortBy=id;DROP").assertRefused();
		assertThat(this.guide.get("/shop/of/type?typeId=3").ids()).isEmpty();
		assertThat(this.guide.get("/shop/of/type?typeId=77").ids()).isEmpty();
	}

	@Test
	void pagesThatDoNotExistAreEmpty() {
		for (String page : new String[] { "0", "-1", "2", "10001", "2147483648", "9223372036854775807" }) {
			assertThat(this.guide.get("/shop/of/type?typeId=1&current=" + page).ids()).isEmpty();
			assertThat(this.guide.get("/shop/of/type?typeId=1&x=120&y=30&current=" + page).ids()).isEmpty();
			assertThat(this.guide.get("/shop/of/name?name=103&current=" + page).ids()).isEmpty();
		}
	}

	@Test
	void namesAreFoundLiterally() {
		long id = create("100%_'\" \\ !🍜 Noodle Bar");
		for (String part : new String[] { "100%_", "%_'\"", "\\ !", "🍜", "noodle bAR", "!🍜 N" }) {
			assertThat(this.guide.get("/shop/of/name?name=" + Guide.encode(part)).ids()).as(part).containsExactly(id);
		}
		for (String part : new String[] { "100_", "%Noodle", "🍕", "_0%", "\\!", "!!" }) {
			assertThat(this.guide.get("/shop/of/name?name=" + Guide.encode(part)).ids()).as(part).isEmpty();
		}
		assertThat(this.guide.get("/shop/of/name?name=ktv").ids()).contains(10L, 11L, 13L, 14L);
		assertThat(this.guide.get("/shop/of/name?name=" + Guide.encode("运河上街")).ids()).contains(3L, 8L, 9L, 10L);
	}

	@Test
	void aNewShopIsThereAtOnceAlsoWhereItWasKnownToBeAbsent() {
		long next = create("Before") + 1;
		this.guide.get("/shop/" + next).assertRefused();
		assertThat(create("After")).isEqualTo(next);
		JsonNode shop = this.guide.get("/shop/" + next).data();
		assertThat(shop.path("name").asString()).isEqualTo("After");
		assertThat(shop.path("images").asString()).isEmpty();
	}

	@Test
	void aChangeKeepsWhatIsAbsentAndIsSeenAtOnce() {
		long id = create("Old name");
		JsonNode before = this.guide.get("/shop/" + id).data();
		this.guide.put("/shop", this.token, "{\"id\":%d,\"name\":\"New name\",\"score\":48}".formatted(id))
			.assertDone();
		JsonNode after = this.guide.get("/shop/" + id).data();
		assertThat(after.path("name").asString()).isEqualTo("New name");
		assertThat(after.path("score").asInt()).isEqualTo(48);
		for (String kept : new String[] { "typeId", "x", "y", "address", "avgPrice" }) {
			assertThat(after.path(kept)).isEqualTo(before.path(kept));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "{}", "{\"id\":0}", "{\"id\":-1}", "{\"id\":999999,\"name\":\"x\"}",
			"{\"id\":1,\"name\":\" \"}", "{\"id\":1,\"name\":\"a\\u0000b\"}", "{\"id\":1,\"x\":181}",
			"{\"id\":1,\"y\":85.06}", "{\"id\":1,\"typeId\":77}", "{\"id\":1,\"score\":51}",
			"{\"id\":1,\"avgPrice\":-1}", "{\"id\":1,\"sold\":-1}" })
	void badChangesAreRefused(String change) {
		this.guide.put("/shop", this.token, change).assertRefused();
		assertThat(this.guide.get("/shop/1").data().path("name").asString()).isEqualTo("103茶餐厅");
	}

	@ParameterizedTest
	@ValueSource(strings = { "{}", "{\"name\":\"x\"}", "{\"name\":\"x\",\"typeId\":77,\"x\":1,\"y\":1}",
			"{\"name\":\"x\",\"typeId\":1,\"x\":1}", "{\"name\":\"x\",\"typeId\":1,\"x\":1,\"y\":-86}",
			"{\"name\":\"\",\"typeId\":1,\"x\":1,\"y\":1}" })
	void badShopsAreRefused(String shop) {
		this.guide.post("/shop", this.token, shop).assertRefused();
	}

	@Test
	void tooLongTextsAreRefused() {
		for (String field : new String[] { "name", "address", "area", "openHours", "images" }) {
			this.guide.put("/shop", this.token, "{\"id\":1,\"%s\":\"%s\"}".formatted(field, "长".repeat(1025)))
				.assertRefused();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "\\u0000", " ", "\\t\\u0001" })
	void blanksAreNoNumbers(String text) {
		for (String field : new String[] { "id", "typeId", "x", "y", "avgPrice", "sold", "comments", "score" }) {
			this.guide.put("/shop", this.token, "{\"id\":1,\"%s\":\"%s\"}".formatted(field, text)).assertStatus(400);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "\\u0000", "a\\u0000", "a\\ud800", "\\udc00a" })
	void textsThatCannotBeShownAreRefused(String text) {
		for (String field : new String[] { "name", "address", "area", "openHours", "images" }) {
			this.guide.put("/shop", this.token, "{\"id\":1,\"%s\":\"%s\"}".formatted(field, text)).assertRefused();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "\u200b", "\u202e", "\ufeff", "\u0301", "\u3164", "\ufe0f", "\u00b4", "\ue000complete" })
	void namesThatNobodyCanFindAreRefused(String name) {
		this.guide.post("/shop", this.token, "{\"name\":\"%s\",\"typeId\":7,\"x\":1,\"y\":1}".formatted(name))
			.assertRefused();
	}

	private long create(String name) {
		String json = "{\"name\":\"%s\",\"typeId\":7,\"x\":120.1,\"y\":30.3,\"address\":\"Somewhere 1\",\"avgPrice\":70}"
			.formatted(name.replace("\\", "\\\\").replace("\"", "\\\""));
		return this.guide.post("/shop", this.token, json).data().asLong();
	}

}
