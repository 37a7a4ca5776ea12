// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.time.Duration;
import java.util.List;

import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Sales;
import io.github.rediscomponents.sample.shop.ShopAccess;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The application while Redis is away.
 */
@ExtendWith(OutputCaptureExtension.class)
class RedisOutageTests {

	/** A read waits for one time-out of a second; the rest is for a slow machine. */
	private static final Duration PATIENCE_OF_A_CLIENT = Duration.ofSeconds(20);

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final List<String> READS = List.of("/shop-type/list", "/shop/1", "/shop/5",
			"/shop/of/type?typeId=1&x=120.15&y=30.31", "/shop/of/type?typeId=2", "/shop/of/name?name=KTV",
			"/shop/suggest?prefix=INLOVE", "/voucher/list/1", "/activity/latest", "/shop/2",
			"/shop/of/type?typeId=1&x=120.15&y=30.31");

	@Test
	void readsAreAnsweredInTimeWhileRedisIsKilledAndAllIsWellWhenItIsBack() {
		try (RedisServer redis = RedisServer.start();
				Guide guide = Guide.start(new Guide.Settings(redis).impatient())) {
			String token = guide.loginAsSomebody();
			long voucher = Sales.create(guide, 5);
			String post = "/blog/"
					+ guide.post("/blog", token, "{\"title\":\"a\",\"content\":\"b\",\"shopId\":1}").data().asLong();
			guide.put(post.replace("/blog/", "/blog/like/"), token).assertDone();
			await().untilAsserted(() -> assertThat(
					guide.bean(JdbcClient.class).sql("SELECT SUM(liked) FROM tb_blog").query(Long.class).single())
				.isEqualTo(1));
			guide.get("/shop/1").assertDone();
			redis.kill();
			assertReads(guide, token, READS);
			assertReads(guide, token, List.of(post, post.replace("/blog/", "/blog/likes/"), "/blog/hot", post));
			assertThat(guide.get(post).data().path("liked").asInt()).isEqualTo(1);
			guide.put(post.replace("/blog/", "/blog/like/"), token).assertStatus(503);
			guide.get("/user/me", token).assertStatus(503);
			guide.post("/user/code?phone=13800138000").assertStatus(503);
			guide.post("/voucher-order/seckill/" + voucher, token).assertStatus(503);
			redis.restart();
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(guide.post("/user/code?phone=13800138000").status()).isEqualTo(200));
			String again = guide.loginAsSomebody();
			await().atMost(PATIENCE)
				.untilAsserted(() -> guide.post("/voucher-order/seckill/" + voucher, again).assertDone());
			await().untilAsserted(() -> assertThat(guide.get("/activity/latest").list()).hasSize(1));
			await().atMost(PATIENCE)
				.untilAsserted(() -> guide.put(post.replace("/blog/", "/blog/like/"), again).assertDone());
			assertThat(guide.get(post, again).data().path("liked").asInt()).isEqualTo(2);
			Sales.awaitOrders(guide, voucher, 1);
		}
	}

	@Test
	void anOutageIsTwoLinesOfTheLogHoweverManyRequestsMeetIt(CapturedOutput output) {
		try (RedisServer redis = RedisServer.start();
				Guide guide = Guide.start(new Guide.Settings(redis).impatient())) {
			String token = guide.loginAsSomebody();
			redis.kill();
			for (int round = 0; round < 10; round++) {
				READS.forEach((path) -> guide.get(path, token).assertDone());
				guide.get("/blog/hot", token).assertDone();
				guide.get("/follow/common/2", token).assertStatus(503);
				guide.post("/user/code?phone=13800138000").assertStatus(503);
				guide.post("/voucher-order/seckill/3", token).assertStatus(503);
			}
			assertThat(warnings(output)).as(output.getAll()).hasSize(1);
			redis.restart();
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(warnings(output)).hasSize(2)
					.last()
					.asString()
					.containsPattern("Redis answers again; [0-9]+ calls failed in [0-9]+ ms"));
			assertThat(output).as("groups that came back empty are made again without a word")
				.doesNotContain("NOGROUP");
		}
	}

	/**
	 * What classes of the application complain of, but for what they do by themselves.
	 */
	private static List<String> warnings(CapturedOutput output) {
		return output.getAll()
			.lines()
			.filter((line) -> line.matches(
					"[0-9:.]+ (WARN|ERROR) +(RedisWatch|LoginFilter|BlogLikes|GraphState|Nearby|Suggestions|Activities|Orders|ErrorAdvice) .*"))
			.toList();
	}

	@Test
	void readsAreAnsweredInTimeWhileRedisIsSilent() throws Exception {
		try (RedisProxy proxy = RedisProxy.to(SharedRedis.standalone());
				Guide guide = Guide.start(new Guide.Settings(proxy.host(), proxy.port()).impatient())) {
			String token = guide.loginAsSomebody();
			guide.get("/shop/1").assertDone();
			proxy.freeze();
			assertReads(guide, token, READS);
			proxy.thaw();
			await().atMost(PATIENCE).untilAsserted(() -> guide.get("/user/me", token).assertDone());
		}
	}

	@Test
	void aChangeThatCouldNotBeToldIsToldWhenRedisIsBack() throws Exception {
		try (RedisProxy proxy = RedisProxy.to(SharedRedis.standalone())) {
			Guide.Settings settings = new Guide.Settings(proxy.host(), proxy.port()).impatient();
			try (Guide cut = Guide.start(settings);
					Guide other = Guide.start(
							settings.with("spring.data.redis.port", String.valueOf(SharedRedis.standalone().port())))) {
				String token = cut.loginAsSomebody();
				other.get("/shop/1").assertDone();
				String shop = "{\"name\":\"Alone\",\"typeId\":4,\"x\":100.0,\"y\":20.0}";
				long id = other.post("/shop", token, shop).data().asLong();
				other.get("/shop/" + id).assertDone();
				proxy.refuse(true);
				proxy.cut();
				cut.put("/shop", token, "{}").assertStatus(503);
				ShopAccess.move(cut.context(), id, "New name", 110.0);
				proxy.refuse(false);
				await().atMost(PATIENCE).untilAsserted(() -> {
					assertThat(other.get("/shop/" + id).data().path("name").asString()).isEqualTo("New name");
					assertThat(other.get("/shop/of/type?typeId=4&x=110.0&y=20.0")
						.list()
						.get(0)
						.path("distance")
						.asDouble()).isLessThan(1);
				});
			}
		}
	}

	@Test
	void theApplicationStartsWithoutRedis() {
		try (RedisServer redis = RedisServer.start()) {
			redis.kill();
			try (Guide guide = Guide.start(new Guide.Settings(redis).impatient())) {
				assertReads(guide, "A".repeat(64), READS);
				redis.restart();
				await().atMost(PATIENCE)
					.untilAsserted(
							() -> assertThat(guide.post("/user/code?phone=13800138000").status()).isEqualTo(200));
			}
		}
	}

	private static void assertReads(Guide guide, String token, List<String> paths) {
		for (String path : paths) {
			long begin = System.nanoTime();
			Answer answer = guide.get(path, token);
			Duration took = Duration.ofNanos(System.nanoTime() - begin);
			answer.assertDone();
			if (!path.startsWith("/activity")) {
				assertThat(answer.text()).contains("\"id\"");
			}
			assertThat(took).as(path).isLessThan(PATIENCE_OF_A_CLIENT);
		}
	}

}
