// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;

import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.LoginKeys;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Shops near a place.
 */
class NearbyTests {

	private static final int MANY = 1200;

	private static Guide guide;

	private static String token;

	@BeforeAll
	static void start() {
		guide = Guide.start(new Guide.Settings());
		token = guide.tokenOf(1);
		fillTypeThree();
	}

	@AfterAll
	static void stop() {
		guide.close();
	}

	@Test
	void nearestComesFirstWithItsDistanceInMetres() {
		List<JsonNode> shops = guide.get("/shop/of/type?typeId=1&x=120.149192&y=30.316078").list();
		assertThat(shops).hasSize(9);
		assertThat(shops.get(0).path("id").asLong()).isEqualTo(1);
		assertThat(shops.get(0).path("distance").asDouble()).isLessThan(1);
		assertThat(shops).extracting((shop) -> shop.path("distance").asDouble()).isSorted();
		assertThat(shops.get(8).path("distance").asDouble()).isBetween(2000.0, 4000.0);
	}

	@ParameterizedTest
	@ValueSource(strings = { "x=-82.35&y=31.76", "x=0.0&y=0.0", "x=179.9&y=-17.5", "x=-179.9&y=84.9", "x=13.4&y=52.5" })
	void pagesJoinWithoutGapOrRepeat(String place) {
		List<Long> paged = new ArrayList<>();
		double last = 0;
		int page = 1;
		for (List<JsonNode> shops = page(place, page); !shops.isEmpty(); shops = page(place, ++page)) {
			for (JsonNode shop : shops) {
				assertThat(shop.path("distance").asDouble()).isGreaterThanOrEqualTo(last);
				last = shop.path("distance").asDouble();
				paged.add(shop.path("id").asLong());
			}
		}
		assertThat(page - 1).isEqualTo(MANY / 10);
		assertThat(paged).hasSize(MANY);
		assertThat(new HashSet<>(paged)).hasSize(MANY);
	}

	@Test
	void whatIsNoShopInTheIndexIsAnsweredFromTheDatabaseAndGoes() {
		for (String foreign : new String[] { "not-a-shop", "99999999999999999999", "987654321" }) {
			List<Long> before = guide.get("/shop/of/type?typeId=1&x=120.149192&y=30.316078").ids();
			NearbyAccess.put(guide.context(), 1, foreign, 120.149192, 30.316078);
			assertThat(guide.get("/shop/of/type?typeId=1&x=120.149192&y=30.316078").ids()).isEqualTo(before);
			await().until(() -> !NearbyAccess.contains(guide.context(), 1, foreign));
			assertThat(guide.get("/shop/of/type?typeId=1&x=120.149192&y=30.316078").ids()).isEqualTo(before);
		}
	}

	@Test
	void equalDistancesComeById() {
		List<JsonNode> shops = new ArrayList<>(page("x=10.5&y=50.5", 1));
		shops.addAll(page("x=10.5&y=50.5", 2));
		shops.addAll(page("x=10.5&y=50.5", 3));
		assertThat(shops).filteredOn((shop) -> shop.path("distance").asDouble() < 1)
			.hasSize(25)
			.isSortedAccordingTo(Comparator.comparingLong((shop) -> shop.path("id").asLong()));
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "x=1", "y=1", "x=181&y=0", "x=0.1&y=85.06", "x=-180.1&y=1", "x=NaN&y=1", "x=Infinity&y=1" })
	void badPlacesAreRefused(String place) {
		guide.get("/shop/of/type?typeId=1&" + place).assertRefused();
	}

	@Test
	void anOrderThatIsAskedForComesWithDistances() {
		List<JsonNode> shops = guide.get("/shop/of/type?typeId=2&sortBy=score&x=120.15&y=30.3").list();
		assertThat(shops).extracting((shop) -> shop.path("id").asLong()).startsWith(11L, 14L);
		assertThat(shops).allSatisfy((shop) -> assertThat(shop.path("distance").asDouble()).isPositive());
	}

	@Test
	void movedAndRetypedShopsFollow() {
		long id = create(5, 2.0, 48.0);
		assertThat(nearest(5, "x=2.0&y=48.0")).isEqualTo(id);
		long other = create(5, 3.0, 48.0);
		guide.put("/shop", token, "{\"id\":%d,\"x\":4.0,\"y\":48.0}".formatted(id)).assertDone();
		assertThat(nearest(5, "x=2.0&y=48.0")).isEqualTo(other);
		guide.put("/shop", token, "{\"id\":%d,\"typeId\":6}".formatted(id)).assertDone();
		assertThat(guide.get("/shop/of/type?typeId=5&x=2.0&y=48.0").ids()).containsExactly(other);
		assertThat(guide.get("/shop/of/type?typeId=6&x=2.0&y=48.0").ids()).containsExactly(id);
		JsonNode shop = guide.get("/shop/of/type?typeId=6&x=4.0&y=48.0").list().get(0);
		assertThat(shop.path("distance").asDouble()).isLessThan(1);
	}

	@Test
	void anIndexThatIsLostComesBackAndIsNeverMissed() {
		StringRedisTemplate redis = guide.bean(StringRedisTemplate.class);
		String key = LoginKeys.prefix(guide) + ":geo:{shops:8}:points";
		long id = create(8, 20.0, 40.0);
		assertThat(nearest(8, "x=20.0&y=40.0")).isEqualTo(id);
		await().until(() -> redis.hasKey(key));
		redis.delete(key);
		long second = create(8, 21.0, 40.0);
		assertThat(guide.get("/shop/of/type?typeId=8&x=20.0&y=40.0").ids()).containsExactly(id, second);
		await().until(() -> redis.hasKey(key));
		assertThat(guide.get("/shop/of/type?typeId=8&x=20.0&y=40.0").ids()).containsExactly(id, second);
	}

	@Test
	void anIndexIsNotReplacedByWhatWasReadBeforeAChange() {
		long id = create(9, 30.0, 40.0);
		boolean replaced = NearbyAccess.rebuildWhile(guide.context(), 9,
				() -> guide.put("/shop", token, "{\"id\":%d,\"x\":31.0}".formatted(id)).assertDone());
		assertThat(replaced).isFalse();
		assertThat(guide.get("/shop/of/type?typeId=9&x=31.0&y=40.0").list().get(0).path("distance").asDouble())
			.isLessThan(1);
	}

	@Test
	void theIndexAndTheDatabaseAgree() {
		Random random = new Random(7);
		for (int i = 0; i < 20; i++) {
			double x = random.nextDouble() * 360 - 180;
			double y = random.nextDouble() * 170 - 85;
			NearbyAccess.assertSameOrder(guide.context(), 3, x, y, 50);
		}
	}

	private static List<JsonNode> page(String place, int page) {
		return guide.get("/shop/of/type?typeId=3&current=" + page + "&" + place).list();
	}

	private static long nearest(long typeId, String place) {
		return guide.get("/shop/of/type?typeId=" + typeId + "&" + place).ids().get(0);
	}

	private static long create(long typeId, double x, double y) {
		return guide.post("/shop", token, "{\"name\":\"near\",\"typeId\":%d,\"x\":%s,\"y\":%s}".formatted(typeId, x, y))
			.data()
			.asLong();
	}

	/**
	 * Shops all over the earth, one place shared by 25 of them, some others by two or
	 * three.
	 */
	private static void fillTypeThree() {
		Random random = new Random(42);
		List<Object[]> rows = new ArrayList<>();
		for (int i = 0; i < MANY; i++) {
			double x = (i < 25) ? 10.5 : Math.round(random.nextDouble() * 3600 - 1800) / 10.0;
			double y = (i < 25) ? 50.5 : Math.round(random.nextDouble() * 1700 - 850) / 10.0;
			rows.add(new Object[] { "shop " + i, x, y });
			if (i > 25 && i % 40 == 0 && rows.size() < MANY) {
				rows.add(new Object[] { "twin of " + i, x, y });
			}
		}
		guide.bean(JdbcTemplate.class)
			.batchUpdate(
					"INSERT INTO tb_shop (name, type_id, images, area, address, x, y, avg_price, sold, comments, "
							+ "score, open_hours) VALUES (?, 3, '', '', '', ?, ?, 0, 0, 0, 0, '')",
					rows.subList(0, MANY));
		NearbyAccess.rebuild(guide.context(), 3);
	}

}
