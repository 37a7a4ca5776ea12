// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.database;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Posts;
import io.github.rediscomponents.sample.fixture.Sales;
import io.github.rediscomponents.sample.follow.GraphAccess;
import io.github.rediscomponents.sample.idempotency.CreationRequest;
import io.github.rediscomponents.sample.idempotency.Creations;
import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.test.Concurrently;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What every database has to do for the application, whose two instances start at the
 * same time.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class DatabaseContract {

	private List<Guide> guides = List.of();

	/** Settings for a database that is empty. */
	abstract Guide.Settings settings();

	@BeforeAll
	void start() {
		Guide.Settings settings = settings();
		this.guides = Concurrently.run(2, () -> Guide.start(settings));
	}

	@AfterAll
	void stop() {
		this.guides.forEach(Guide::close);
		stopDatabase();
	}

	/** Called when the instances are closed. */
	void stopDatabase() {
	}

	@Test
	void twoFirstStartsAtOnceImportOnce() {
		assertThat(count("SELECT COUNT(*) FROM tb_user WHERE id <= 1009")).isEqualTo(1005);
		assertThat(count("SELECT COUNT(*) FROM tb_shop WHERE id <= 14")).isEqualTo(14);
		assertThat(count("SELECT COUNT(*) FROM tb_shop_type")).isEqualTo(10);
		assertThat(count("SELECT COUNT(*) FROM tb_import")).isEqualTo(1);
		assertThat(guide(0).get("/voucher/list/1").list().get(2).path("endTime").asString())
			.isEqualTo("2030-12-31T23:59:59");
		assertThat(guide(1).get("/voucher/list/3").list().get(0).path("stock").asInt()).isEqualTo(100);
	}

	@Test
	void namesAreFoundLiterallyEmojiIncluded() {
		long id = create("50%_off \\ '🍜' Éclair");
		for (String part : new String[] { "50%_", "\\ '", "🍜", "éCLAIR", "OFF" }) {
			assertThat(guide(1).get("/shop/of/name?name=" + Guide.encode(part)).ids()).as(part).containsExactly(id);
		}
		for (String part : new String[] { "50_", "🍕", "e_lair" }) {
			assertThat(guide(1).get("/shop/of/name?name=" + Guide.encode(part)).ids()).as(part).isEmpty();
		}
		assertThat(guide(0).get("/shop/" + id).data().path("name").asString()).isEqualTo("50%_off \\ '🍜' Éclair");
	}

	@Test
	void westernAndSouthernPlacesAreKeptExactly() {
		long id = guide(0)
			.post("/shop", guide(0).tokenOf(1), "{\"name\":\"west\",\"typeId\":9,\"x\":-82.355087,\"y\":-31.76483}")
			.data()
			.asLong();
		JsonNode shop = guide(1).get("/shop/" + id).data();
		assertThat(shop.path("x").asDouble()).isEqualTo(-82.355087);
		assertThat(shop.path("y").asDouble()).isEqualTo(-31.76483);
		assertThat(guide(1).get("/shop/of/type?typeId=9&x=-82&y=-31").ids()).contains(id);
	}

	@Test
	void listsAreOrderedTheSame() {
		assertThat(guide(0).get("/shop/of/type?typeId=1&sortBy=score").ids()).containsExactly(4L, 5L, 3L, 7L, 2L, 6L,
				8L, 9L, 1L);
		assertThat(guide(0).get("/shop/of/type?typeId=1&x=120.149192&y=30.316078").ids()).startsWith(1L).hasSize(9);
	}

	@Test
	void firstLoginsMakeOneUserEach() {
		String token = guide(0).loginAsSomebody();
		JsonNode user = guide(1).get("/user/me", token).data();
		assertThat(user.path("id").asLong()).isGreaterThan(1009);
	}

	@Test
	void aCrowdAtBothInstancesBuysExactlyWhatThereIs() {
		long voucher = Sales.create(guide(0), 30);
		List<Callable<Answer>> crowd = IntStream.range(0, 120)
			.<Callable<Answer>>mapToObj(
					(i) -> () -> guide(i % 2).post("/voucher-order/seckill/" + voucher, guide(0).tokenOf(100 + i / 2)))
			.toList();
		List<Answer> answers = Concurrently.run(crowd);
		assertThat(answers).filteredOn(Answer::succeeded).hasSize(30);
		assertThat(answers).filteredOn((answer) -> !answer.succeeded()).allSatisfy(Answer::assertRefused);
		Sales.awaitOrders(guide(0), voucher, 30);
		assertThat(Sales.buyers(guide(0), voucher)).isEqualTo(30);
		assertThat(Sales.stock(guide(0), voucher)).isZero();
	}

	@Test
	void aRepeatedRequestAtBothInstancesCreatesOnce() {
		String shop = "{\"name\":\"Repeated 🍜\",\"typeId\":9,\"x\":120.1,\"y\":30.3}";
		List<Callable<Answer>> crowd = IntStream.range(0, 16)
			.<Callable<Answer>>mapToObj((i) -> () -> guide(i % 2).post("/shop", guide(0).tokenOf(1), shop, "repeated"))
			.toList();
		assertThat(Concurrently.run(crowd).stream().map((answer) -> answer.data().asLong()).distinct()).hasSize(1);
		assertThat(count("SELECT COUNT(*) FROM tb_shop WHERE name = 'Repeated 🍜'")).isEqualTo(1);
		guide(1).post("/shop", guide(0).tokenOf(1), shop.replace("30.3", "30.4"), "repeated").assertStatus(422);
	}

	@Test
	void thoseThatWaitForACreationThatFailsCreateOnce() {
		AtomicInteger calls = new AtomicInteger();
		CreationRequest<String> request = new CreationRequest<>(1, "failing", "test", "");
		List<Callable<Long>> crowd = IntStream.range(0, 10).<Callable<Long>>mapToObj((i) -> () -> {
			try {
				return guide(i % 2).bean(Creations.class).create(request, () -> {
					if (calls.incrementAndGet() <= 3) {
						throw new Refused("error.500");
					}
					return 77L;
				}, Long::longValue).id();
			}
			catch (Refused ex) {
				return 0L;
			}
		}).toList();
		assertThat(Concurrently.run(crowd)).containsOnly(0L, 77L).filteredOn((id) -> id == 0).hasSize(3);
		assertThat(calls).hasValue(4);
	}

	@Test
	void postsAndTheirLikesAreKept() {
		long post = guide(0)
			.post("/blog", guide(0).tokenOf(10),
					"{\"title\":\"🍜 '%_\",\"content\":\"a<br>b\",\"images\":\"/a.png\",\"shopId\":3}")
			.data()
			.asLong();
		List<Callable<Answer>> crowd = IntStream.range(0, 60)
			.<Callable<Answer>>mapToObj(
					(i) -> () -> guide(i % 2).put("/blog/like/" + post, guide(0).tokenOf(100 + i % 40)))
			.toList();
		assertThat(Concurrently.run(crowd)).allSatisfy(Answer::assertDone);
		JsonNode seen = guide(1).get("/blog/" + post, guide(1).tokenOf(139)).data();
		assertThat(seen.path("title").asString()).isEqualTo("🍜 '%_");
		assertThat(seen.path("liked").asLong()).isEqualTo(20);
		assertThat(seen.path("isLike").asBoolean()).isTrue();
		// Likes reach the database one by one, so their number alone may pass through 20.
		await().untilAsserted(() -> {
			assertThat(count("SELECT COUNT(*) FROM tb_blog_like WHERE blog_id = " + post)).isEqualTo(20);
			assertThat(
					count("SELECT COUNT(*) FROM tb_blog_like WHERE user_id BETWEEN 120 AND 139 AND blog_id = " + post))
				.isEqualTo(20);
			assertThat(count("SELECT liked FROM tb_blog WHERE id = " + post)).isEqualTo(20);
		});
		assertThat(guide(1).get("/blog/hot").ids()).startsWith(post);
		guide(1).delete("/blog/" + post, guide(1).tokenOf(10)).assertDone();
		assertThat(count("SELECT COUNT(*) FROM tb_blog_like WHERE blog_id = " + post)).isZero();
	}

	@Test
	void followsAndFeedsAreKeptAndComeBackToRedis() {
		Posts.follow(guide(0), 201, 202, 203);
		Posts.follow(guide(1), 204, 203, 202);
		guide(0).put("/follow/202/true", guide(0).tokenOf(201)).assertDone();
		List<Long> posts = new ArrayList<>();
		for (int i = 0; i < 24; i++) {
			posts.add(0, Posts.publish(guide(i % 2), 202 + i / 2 % 2));
		}
		long deleted = posts.remove(3);
		guide(1).delete("/blog/" + deleted, guide(1).tokenOf(202)).assertDone();
		await().untilAsserted(() -> assertThat(Posts.scroll(guide(1), 201)).isEqualTo(posts));
		assertThat(guide(1).get("/follow/common/204", guide(1).tokenOf(201)).ids()).containsExactly(203L, 202L);
		try (Lease incomplete = GraphAccess.incomplete(guide(0).context())) {
			assertThat(incomplete.isValid()).isTrue();
			assertThat(Posts.scroll(guide(0), 201)).isEqualTo(posts);
			assertThat(guide(1).get("/follow/common/204", guide(1).tokenOf(201)).ids()).containsExactly(203L, 202L);
			assertThat(guide(0).get("/user/info/203", guide(0).tokenOf(1)).data().path("fans").asInt()).isEqualTo(2);
		}
		GraphAccess.awaitComplete(guide(1).context());
		assertThat(Posts.scroll(guide(1), 201)).isEqualTo(posts);
		guide(0).put("/follow/203/false", guide(0).tokenOf(201)).assertDone();
		assertThat(guide(1).get("/follow/or/not/203", guide(1).tokenOf(201)).data().asBoolean()).isFalse();
		assertThat(Posts.untold(guide(0))).isZero();
	}

	@Test
	void followsEndWithEitherUser() {
		long user = guide(0).get("/user/me", guide(0).loginAsSomebody()).data().path("id").asLong();
		guide(0).put("/follow/" + user + "/true", guide(0).tokenOf(205)).assertDone();
		guide(1).put("/follow/205/true", guide(1).tokenOf(user)).assertDone();
		guide(1).put("/follow/99999999/true", guide(1).tokenOf(205)).assertRefused();
		guide(0).bean(JdbcClient.class).sql("DELETE FROM tb_user WHERE id = ?").param(user).update();
		assertThat(count("SELECT COUNT(*) FROM tb_follow WHERE user_id = %d OR followed_id = %<d".formatted(user)))
			.isZero();
		guide(1).put("/follow/205/true", guide(1).tokenOf(user)).assertStatus(401);
	}

	@Test
	void namesAreCompletedLiterally() {
		long id = create("%_Wombat 🍜");
		assertThat(guide(1).get("/shop/suggest?prefix=" + Guide.encode("%_wOM")).ids()).containsExactly(id);
		assertThat(guide(1).get("/shop/suggest?prefix=" + Guide.encode("%_Wombat 🍜")).ids()).containsExactly(id);
		assertThat(guide(1).get("/shop/suggest?prefix=" + Guide.encode("_%")).ids()).isEmpty();
	}

	@Test
	void theSchemaItselfKeepsTheRules() {
		assertRefused("UPDATE tb_seckill_voucher SET stock = -1 WHERE voucher_id = 3");
		assertRefused("INSERT INTO tb_blog (shop_id, user_id, title, images, content, liked, comments, create_time) "
				+ "VALUES (1, 1, '', '', '', -1, 0, LOCALTIMESTAMP(3))");
		assertRefused("INSERT INTO tb_blog_like (blog_id, user_id, liked_at) VALUES (99999999, 1, 1)");
		assertRefused("INSERT INTO tb_follow (user_id, followed_id, create_time) VALUES (207, 207, LOCALTIMESTAMP(3))");
		guide(0).bean(JdbcClient.class)
			.sql("INSERT INTO tb_follow (user_id, followed_id, create_time) VALUES (207, 208, LOCALTIMESTAMP(3))")
			.update();
		assertRefused("INSERT INTO tb_follow (user_id, followed_id, create_time) VALUES (207, 208, LOCALTIMESTAMP(3))");
		assertRefused(
				"INSERT INTO tb_follow (user_id, followed_id, create_time) VALUES (207, 99999999, LOCALTIMESTAMP(3))");
		assertRefused(
				"INSERT INTO tb_follow (user_id, followed_id, create_time) VALUES (99999999, 207, LOCALTIMESTAMP(3))");
		assertRefused("UPDATE tb_shop SET y = 85.06 WHERE id = 1");
		assertRefused("UPDATE tb_shop SET type_id = 77 WHERE id = 1");
		assertRefused("INSERT INTO tb_user (account, nick_name, icon, create_time) "
				+ "VALUES ('user:1', 'x', '', LOCALTIMESTAMP(3))");
		assertRefused("INSERT INTO tb_voucher_order (id, user_id, voucher_id, status, create_time) "
				+ "VALUES (1, 99999999, 3, 1, LOCALTIMESTAMP(3))");
	}

	private void assertRefused(String sql) {
		assertThatExceptionOfType(DataIntegrityViolationException.class).as(sql)
			.isThrownBy(() -> guide(0).bean(JdbcClient.class).sql(sql).update());
	}

	private Guide guide(int index) {
		return this.guides.get(index);
	}

	private long count(String sql) {
		return guide(0).bean(JdbcClient.class).sql(sql).query(Long.class).single();
	}

	private long create(String name) {
		String json = "{\"name\":\"%s\",\"typeId\":9,\"x\":120.1,\"y\":30.3}".formatted(name.replace("\\", "\\\\"));
		return guide(0).post("/shop", guide(0).tokenOf(1), json).data().asLong();
	}

}
