// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.demo;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.GuideProcess;
import io.github.rediscomponents.sample.fixture.Posts;
import io.github.rediscomponents.sample.fixture.SharedDatabase;
import io.github.rediscomponents.sample.user.UserStoreAccess;
import io.github.rediscomponents.test.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The people of the demonstration: filled once, by whichever instance, and continued
 * where a killed one stopped. What counts all there is comes before what adds to it.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DemoLifeTests {

	private static final Duration PATIENCE = Duration.ofMinutes(3);

	private static final int PEOPLE = 24;

	private static final int POSTS = 15;

	private static final int LIKES = 203;

	private static final int FOLLOWS = PEOPLE * 5;

	private static Guide one;

	private static Guide two;

	@BeforeAll
	static void start() {
		Guide.Settings settings = demo(new Guide.Settings());
		one = Guide.start(settings);
		two = Guide.start(settings);
		awaitLife(one);
	}

	@AfterAll
	static void stop() {
		one.close();
		two.close();
	}

	@Test
	@Order(1)
	void twoInstancesFillItOnce() {
		assertLife(two);
		assertThat(sales(two)).isEqualTo(2);
	}

	@Test
	@Order(2)
	void aVisitorSeesALivingCity() {
		Guide guide = one;
		assertLife(guide);
		List<JsonNode> hot = guide.get("/blog/hot").list();
		assertThat(hot).hasSize(10);
		assertThat(hot.get(0).path("liked").asInt()).isEqualTo(20);
		assertThat(hot).allSatisfy((post) -> {
			assertThat(post.path("icon").asString()).startsWith("/imgs/faces/");
			assertThat(post.path("name").asString()).doesNotStartWith("user_");
			assertThat(LocalDateTime.parse(post.path("createTime").asString()))
				.isBefore(LocalDateTime.now().minusHours(1));
			assertServed(guide, post.path("icon").asString());
			for (String picture : post.path("images").asString().split(",")) {
				assertServed(guide, picture);
			}
		});
		assertThat(guide.get("/activity/latest").list()).hasSize(10);
		assertSales(guide);
	}

	private static void assertServed(Guide guide, String path) {
		var answer = guide.raw(path);
		assertThat(answer.statusCode()).as(path).isEqualTo(200);
		assertThat(answer.headers().firstValue("content-type")).hasValue("image/svg+xml");
		assertThat(answer.headers().firstValue("cache-control")).hasValue("max-age=86400, public");
		assertThat(answer.body()).startsWith("<svg").doesNotContain("script");
	}

	/** One sale is on, one begins within two minutes. */
	private static void assertSales(Guide guide) {
		LocalDateTime now = LocalDateTime.now();
		List<LocalDateTime> begins = guide.get("/voucher/list/3")
			.list()
			.stream()
			.filter((voucher) -> voucher.path("type").asInt() == 1)
			.filter((voucher) -> LocalDateTime.parse(voucher.path("endTime").asString()).isAfter(now))
			.map((voucher) -> LocalDateTime.parse(voucher.path("beginTime").asString()))
			.toList();
		assertThat(begins).hasSize(2);
		assertThat(begins.get(0)).isBefore(now);
		assertThat(begins.get(1)).isBetween(now.minusSeconds(90), now.plusMinutes(2));
	}

	/** Whoever likes a post of a shop has looked at the shop. */
	@Test
	@Order(3)
	void theMostViewedShopsAreThoseThatItsPeopleLookedAt() {
		List<Map<String, Object>> shops = one.bean(JdbcTemplate.class)
			.queryForList("SELECT shop_id, SUM(liked) AS likes FROM tb_blog GROUP BY shop_id");
		for (Map<String, Object> shop : shops) {
			await().atMost(PATIENCE)
				.until(() -> two.get("/shop/pv/" + shop.get("shop_id")).data().asLong() == ((Number) shop.get("likes"))
					.longValue());
		}
		List<Long> most = shops.stream()
			.map((shop) -> ((Number) shop.get("likes")).longValue())
			.sorted(Comparator.reverseOrder())
			.limit(5)
			.toList();
		assertThat(two.get("/shop/popular").list()).extracting((shop) -> shop.path("views").asLong())
			.containsExactlyElementsOf(most);
	}

	@Test
	void aNewUserIsWelcomedOnceAndFindsAFeedAndAChat() {
		Guide guide = one;
		String account = Guide.randomAccount();
		String visitor = guide.login(account);
		long id = guide.get("/user/me", visitor).data().path("id").asLong();
		assertThat(guide.get("/blog/of/follow", visitor).data().path("list")).hasSizeGreaterThan(5);
		JsonNode chat = guide.get("/chat/pending", visitor).list().get(0);
		assertThat(chat.path("messages")).hasSize(5);
		assertThat(guide.get("/chat/" + chat.path("chat").asString() + "/members", visitor).list()).hasSize(4);
		assertThat(Posts.untold(guide)).isZero();

		guide.put("/follow/24/false", visitor).assertDone();
		guide.delete("/chat/" + chat.path("chat").asString() + "/members/" + id, visitor).assertDone();
		assertThat(UserStoreAccess.findOrCreate(guide.context(), account)).isEqualTo(id);
		assertThat(Posts.untold(guide)).isZero();
		assertThat(guide.get("/chat", visitor).list()).isEmpty();
		assertThat(guide.get("/follow/or/not/24", visitor).data().asBoolean()).isFalse();
	}

	@Test
	void aWelcomeThatAKilledInstanceLeftIsGivenAndARepeatedOneChangesNothing() {
		Guide guide = one;
		JdbcClient jdbc = guide.bean(JdbcClient.class);
		// As an instance leaves it that is killed right after the commit.
		long user = 500;
		jdbc.sql("INSERT INTO tb_untold_change (kind, user_id, target_id, noted_at) VALUES ('welcome', ?, ?, 0)")
			.params(user, user)
			.update();
		await().atMost(PATIENCE).until(() -> Posts.untold(guide) == 0);
		assertThat(guide.get("/chat", guide.tokenOf(user)).list()).hasSize(1);
		assertThat(Posts.newest(guide, user)).isNotEmpty();
		// The same again changes nothing.
		jdbc.sql("INSERT INTO tb_untold_change (kind, user_id, target_id, noted_at) VALUES ('welcome', ?, ?, 0)")
			.params(user, user)
			.update();
		await().atMost(PATIENCE).until(() -> Posts.untold(guide) == 0);
		assertThat(guide.get("/chat/pending", guide.tokenOf(user)).list().get(0).path("messages")).hasSize(5);
	}

	@Test
	void killedInstancesAreContinuedAndAFurtherStartAddsNothing() {
		try (RedisServer redis = RedisServer.start(); SharedDatabase database = SharedDatabase.start("demo-life")) {
			Guide.Settings settings = demo(new Guide.Settings(redis)).with("spring.datasource.url", database.url())
				.with("redis-components.lock.lease", "2s");
			for (String part : List.of("tb_blog", "tb_blog_like")) {
				try (GuideProcess process = GuideProcess.start(settings)) {
					JdbcClient jdbc = database.jdbc();
					await().atMost(PATIENCE)
						.pollInterval(Duration.ofMillis(20))
						.until(() -> jdbc.sql("SELECT COUNT(*) FROM " + part).query(Long.class).single() >= 5);
					process.kill();
				}
			}
			try (Guide guide = Guide.start(settings)) {
				awaitLife(guide);
				assertLife(guide);
			}
			try (Guide again = Guide.start(settings)) {
				assertLife(again);
				assertThat(sales(again)).isEqualTo(2);
			}
		}
	}

	@Test
	void namesAndPicturesThatUsersHaveChosenAreKept() {
		Guide.Settings settings = new Guide.Settings();
		try (Guide guide = Guide.start(settings)) {
			guide.put("/user/update", guide.tokenOf(6), "{\"nickName\":\"My name\",\"icon\":\"/imgs/logo.svg\"}")
				.assertDone();
			try (Guide demo = Guide.start(demo(settings))) {
				awaitLife(demo);
				JsonNode kept = demo.get("/user/6", demo.tokenOf(1)).data();
				assertThat(kept.path("nickName").asString()).isEqualTo("My name");
				assertThat(kept.path("icon").asString()).isEqualTo("/imgs/logo.svg");
				assertThat(demo.get("/user/10", demo.tokenOf(1)).data().path("nickName").asString()).isEqualTo("老陈的胃");
			}
		}
	}

	@Test
	void withoutTheDemoNothingIsAdded() {
		try (Guide guide = Guide.start(new Guide.Settings())) {
			assertThat(count(guide, "SELECT COUNT(*) FROM tb_user_info")).isZero();
			assertThat(count(guide, "SELECT COUNT(*) FROM tb_import WHERE name LIKE 'demo%'")).isZero();
			String visitor = guide.loginAsSomebody();
			assertThat(guide.get("/chat", visitor).list()).isEmpty();
		}
	}

	private static Guide.Settings demo(Guide.Settings settings) {
		return settings.without("city-guide.import.demo-people");
	}

	private static void awaitLife(Guide guide) {
		await().atMost(PATIENCE)
			.until(() -> count(guide, "SELECT COUNT(*) FROM tb_import WHERE name = 'demo-life'") == 1);
	}

	private static void assertLife(Guide guide) {
		assertThat(count(guide, "SELECT COUNT(*) FROM tb_user WHERE icon LIKE '/imgs/faces/%'")).isEqualTo(PEOPLE);
		assertThat(count(guide, "SELECT COUNT(*) FROM tb_user_info WHERE introduce <> ''")).isEqualTo(PEOPLE);
		assertThat(count(guide, "SELECT COUNT(*) FROM tb_blog")).isEqualTo(POSTS);
		assertThat(count(guide, "SELECT COUNT(*) FROM tb_follow")).isEqualTo(FOLLOWS);
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(count(guide, "SELECT COUNT(*) FROM tb_blog_like")).isEqualTo(LIKES));
		// What Redis shows is what the database has.
		List<Map<String, Object>> liked = guide.bean(JdbcTemplate.class).queryForList("SELECT id, liked FROM tb_blog");
		Set<Object> titles = new HashSet<>();
		for (Map<String, Object> row : liked) {
			JsonNode post = guide.get("/blog/" + row.get("id")).data();
			assertThat(post.path("liked").asLong()).isEqualTo(((Number) row.get("liked")).longValue());
			titles.add(post.path("title").asString());
		}
		assertThat(titles).hasSize(POSTS);
	}

	private static long sales(Guide guide) {
		return count(guide, "SELECT COUNT(*) FROM tb_voucher WHERE shop_id = 3 AND type = 1");
	}

	private static long count(Guide guide, String sql) {
		return guide.bean(JdbcClient.class).sql(sql).query(Long.class).single();
	}

}
