// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.data;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.rediscomponents.geo.GeoIndex;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Posts;
import io.github.rediscomponents.sample.follow.GraphAccess;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.awaitility.Awaitility.await;

/**
 * What is imported and made up when that is asked for.
 */
class ImportTests {

	@Test
	void theShopsOfTheUnitedStatesAreImportedAndNear() {
		long begin = System.nanoTime();
		try (Guide guide = Guide.start(new Guide.Settings().with("sample.import", "us"))) {
			Duration took = Duration.ofNanos(System.nanoTime() - begin);
			System.out.println("22158 shops were imported and indexed, and the application started, in "
					+ took.toMillis() + " ms");
			assertThat(count(guide, "SELECT COUNT(*) FROM tb_shop WHERE id > 100000")).isEqualTo(22_158);
			assertThat(count(guide, "SELECT COUNT(*) FROM tb_shop WHERE closed = 1")).isEqualTo(5_268);
			assertThat(guide.get("/shop-type/list").list()).hasSize(13);
			GeoIndex index = guide.bean(GeoIndex.class);
			assertThat(index.size("shops:101")).isEqualTo(9_313);
			assertThat(index.size("shops:102")).isEqualTo(3_151);
			assertThat(index.size("shops:103")).isEqualTo(4_426);
			assertOpenAndClosed(guide);
			// Where most shops share a place.
			Map<String, Object> place = guide.bean(JdbcTemplate.class)
				.queryForMap("SELECT x, y, COUNT(*) AS n FROM tb_shop WHERE type_id = 102 AND closed = 0 "
						+ "GROUP BY x, y ORDER BY n DESC, x LIMIT 1");
			assertThat(((Number) place.get("n")).intValue()).isGreaterThan(1);
			assertPagesJoin(guide, "x=" + place.get("x") + "&y=" + place.get("y"),
					((Number) place.get("n")).intValue());
			await().atMost(Duration.ofSeconds(60))
				.untilAsserted(() -> assertThat(guide.get("/shop/suggest?prefix=Baxley%20Meats").ids())
					.containsExactly(100_001L));
		}
	}

	private static void assertOpenAndClosed(Guide guide) {
		JsonNode near = guide.get("/shop/of/type?typeId=101&x=-82.355087&y=31.76483").list().get(0);
		assertThat(near.path("name").asString()).isEqualTo("Baxley Meats");
		assertThat(near.path("distance").asDouble()).isLessThan(1);
		assertThat(near.path("address").asString()).isEqualTo("1010 S Main St, Baxley");
		assertThat(near.path("area").asString()).isEqualTo("Appling, GA");
		Map<String, Object> closed = guide.bean(JdbcTemplate.class)
			.queryForMap("SELECT id, name, x, y, type_id FROM tb_shop WHERE closed = 1 ORDER BY id LIMIT 1");
		long id = ((Number) closed.get("id")).longValue();
		assertThat(guide.get("/shop/" + id).data().path("openHours").asString()).isEqualTo("Closed");
		assertThat(guide.get("/shop/of/name?name=" + Guide.encode((String) closed.get("name"))).ids()).contains(id);
		assertThat(guide
			.get("/shop/of/type?typeId=%s&x=%s&y=%s".formatted(closed.get("type_id"), closed.get("x"), closed.get("y")))
			.ids()).hasSize(10).doesNotContain(id);
	}

	private static void assertPagesJoin(Guide guide, String place, int sharing) {
		List<Long> paged = new ArrayList<>();
		double last = 0;
		int page = 1;
		List<JsonNode> shops = page(guide, place, page);
		while (!shops.isEmpty()) {
			for (JsonNode shop : shops) {
				assertThat(shop.path("distance").asDouble()).isGreaterThanOrEqualTo(last);
				last = shop.path("distance").asDouble();
				paged.add(shop.path("id").asLong());
			}
			shops = page(guide, place, ++page);
		}
		assertThat(paged).hasSize(3_151).doesNotHaveDuplicates();
		assertThat(paged.subList(0, sharing)).isSorted();
	}

	private static List<JsonNode> page(Guide guide, String place, int page) {
		return guide.get("/shop/of/type?typeId=102&current=" + page + "&" + place).list();
	}

	@Test
	void aCrowdIsMadeUpOnceAndTheSameEachTime() {
		Guide.Settings settings = crowd(new Guide.Settings());
		List<Map<String, Object>> follows;
		try (Guide guide = Guide.start(settings)) {
			assertThat(count(guide, "SELECT COUNT(*) FROM tb_user WHERE account LIKE 'crowd%'")).isEqualTo(50);
			assertThat(count(guide, "SELECT COUNT(*) FROM tb_blog")).isEqualTo(200);
			assertThat(count(guide, "SELECT COUNT(*) FROM tb_follow")).isEqualTo(300);
			assertThat(count(guide, "SELECT COUNT(*) FROM tb_follow WHERE followed_id = 1")).isEqualTo(50);
			follows = follows(guide);
			GraphAccess.awaitComplete(guide.context());
			long reader = count(guide, "SELECT MAX(id) FROM tb_user");
			List<Long> feed = guide.bean(JdbcClient.class)
				.sql("SELECT b.id FROM tb_blog b JOIN tb_follow f ON f.followed_id = b.user_id WHERE f.user_id = ? "
						+ "ORDER BY published_at DESC, b.id DESC")
				.param(reader)
				.query(Long.class)
				.list();
			assertThat(feed).hasSizeGreaterThan(20);
			assertThat(Posts.scroll(guide, reader)).isEqualTo(feed);
		}
		try (Guide again = Guide.start(settings); Guide other = Guide.start(crowd(new Guide.Settings()))) {
			assertThat(count(again, "SELECT COUNT(*) FROM tb_blog")).isEqualTo(200);
			assertThat(count(again, "SELECT COUNT(*) FROM tb_user WHERE account LIKE 'crowd%'")).isEqualTo(50);
			assertThat(follows(other)).isEqualTo(follows);
		}
	}

	@Test
	void whatCannotBeImportedStopsTheStart() {
		assertThatException().isThrownBy(() -> Guide.start(new Guide.Settings().with("sample.import", "mars")).close())
			.havingRootCause()
			.withMessageContaining("sample.import");
		assertThatException()
			.isThrownBy(() -> Guide.start(new Guide.Settings().with("city-guide.generate.follows", "5")).close())
			.havingRootCause()
			.withMessageContaining("city-guide.generate.follows");
	}

	private static Guide.Settings crowd(Guide.Settings settings) {
		return settings.with("city-guide.generate.users", "50")
			.with("city-guide.generate.posts", "200")
			.with("city-guide.generate.follows", "300");
	}

	private static List<Map<String, Object>> follows(Guide guide) {
		return guide.bean(JdbcTemplate.class)
			.queryForList("SELECT user_id, followed_id FROM tb_follow ORDER BY user_id, followed_id");
	}

	private static long count(Guide guide, String sql) {
		return guide.bean(JdbcClient.class).sql(sql).query(Long.class).single();
	}

}
