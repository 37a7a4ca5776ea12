// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Sales;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A Redis that has no memory left and evicts nothing, or that refuses a command to the
 * user of the application.
 */
class RefusingRedisTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static RedisServer redis;

	private static Guide guide;

	@BeforeAll
	static void start() {
		redis = RedisServer.start();
		mayRun("+@all");
		guide = Guide.start(new Guide.Settings(redis).with("spring.data.redis.username", "limited")
			.with("spring.data.redis.password", "secret"));
	}

	@AfterAll
	static void stop() {
		guide.close();
		redis.close();
	}

	private static void mayRun(String rule) {
		redis.command("ACL", "SETUSER", "limited", "on", ">secret", "~*", "&*", rule);
	}

	private static void memory(String limit) {
		redis.command("CONFIG", "SET", "maxmemory", limit);
	}

	@Test
	void whatCannotBeWrittenIsAnsweredAsUnavailable() {
		long sale = Sales.create(guide, 5);
		String token = guide.tokenOf(1);
		String other = guide.tokenOf(2);
		String third = guide.tokenOf(5);
		String chat = guide.post("/chat", token, "{\"members\":[2]}").data().asString();
		long post = guide.post("/blog", token, "{\"title\":\"a\",\"content\":\"b\",\"images\":\"\",\"shopId\":1}")
			.data()
			.asLong();
		guide.get("/shop/1").assertDone();
		Map<String, Supplier<Answer>> requests = new LinkedHashMap<>();
		requests.put("code", () -> guide.post("/user/code?phone=" + Guide.randomAccount()));
		requests.put("order", () -> Sales.order(guide, sale, other));
		requests.put("buy", () -> guide.post("/voucher-order/buy/1", other));
		requests.put("like", () -> guide.put("/blog/like/" + post + "?liked=true", other));
		requests.put("follow", () -> guide.put("/follow/3/true", other));
		requests.put("chat", () -> guide.post("/chat", other, "{\"members\":[3]}"));
		requests.put("pair", () -> guide.put("/chat/with/4", other));
		requests.put("say", () -> guide.post("/chat/" + chat + "/messages", other, "{\"text\":\"a\"}"));
		requests.put("read", () -> guide.put("/chat/" + chat + "/read?upTo=1", other));
		requests.put("sign", () -> guide.post("/user/sign", other));
		requests.put("name", () -> guide.put("/user/nickname", other, "{\"nickName\":\"full\"}"));
		requests.put("shop", () -> guide.put("/shop", token, "{\"id\":2,\"sold\":8}"));
		requests.put("new post",
				() -> guide.post("/blog", other, "{\"title\":\"a\",\"content\":\"b\",\"images\":\"\",\"shopId\":1}"));
		requests.put("new sale", () -> guide.post("/voucher/seckill", token, """
				{"shopId":8,"title":"a","payValue":1,"actualValue":2,"stock":1,"beginTime":"2026-01-01T00:00:00",
				"endTime":"2036-01-01T00:00:00"}"""));
		requests.put("stock", () -> guide.put("/voucher/seckill", token, "{\"id\":%d,\"addStock\":1}".formatted(sale)));
		requests.put("a shop", () -> guide.get("/shop/1"));
		requests.put("another shop", () -> guide.get("/shop/9"));
		requests.put("shops", () -> guide.get("/shop/of/type?typeId=1&current=1&x=120.1&y=30.3"));
		requests.put("me", () -> guide.get("/user/me", other));
		requests.put("hot", () -> guide.get("/blog/hot?current=1"));
		requests.put("feed", () -> guide.get("/blog/of/follow?lastId=9999999999999", other));
		requests.put("chats", () -> guide.get("/chat?last=true", other));
		requests.put("orders", () -> guide.get("/voucher-order/me", other));
		requests.put("visitors", () -> guide.get("/shop/1/visitors"));
		requests.put("logout", () -> guide.post("/user/logout", third));
		Map<String, Integer> status = new LinkedHashMap<>();
		memory("1");
		try {
			requests.forEach((name, request) -> status.put(name, request.get().status()));
		}
		finally {
			memory("0");
		}
		assertThat(status).allSatisfy((name, code) -> assertThat(code).as(name).isIn(200, 404, 503));
	}

	@Test
	void aCommandThatIsRefusedIsAnsweredAsUnavailable() {
		String token = guide.tokenOf(1);
		String other = guide.tokenOf(2);
		String chat = guide.post("/chat", token, "{\"members\":[2]}").data().asString();
		long post = guide.post("/blog", token, "{\"title\":\"a\",\"content\":\"b\",\"images\":\"\",\"shopId\":1}")
			.data()
			.asLong();
		String line = "{\"text\":\"a\",\"messageId\":\"m\"}";
		mayRun("-xadd");
		try {
			guide.put("/blog/like/" + post + "?liked=true", other).assertStatus(503);
			guide.post("/chat/" + chat + "/messages", other, line).assertStatus(503);
		}
		finally {
			mayRun("+@all");
		}
		guide.put("/blog/like/" + post + "?liked=true", other).assertDone();
		guide.post("/chat/" + chat + "/messages", other, line).assertDone();
		assertThat(guide.get("/chat/" + chat + "/messages", token).list()).hasSize(1);
	}

	@Test
	void ordersGoOnWhenThereIsMemoryAgain() {
		long sale = Sales.create(guide, 10);
		AtomicLong user = new AtomicLong(100);
		List<Answer> before = Concurrently.repeat(3, 2,
				() -> Sales.order(guide, sale, guide.tokenOf(user.incrementAndGet())));
		List<String> tokens = List.of(guide.tokenOf(200), guide.tokenOf(201), guide.tokenOf(202));
		memory("1");
		List<Answer> refused = tokens.stream().map((token) -> Sales.order(guide, sale, token)).toList();
		memory("0");
		assertThat(before).allSatisfy(Answer::assertDone);
		assertThat(refused).allSatisfy((answer) -> answer.assertStatus(503));
		assertThat(tokens).allSatisfy((token) -> Sales.order(guide, sale, token).assertDone());
		Sales.awaitOrders(guide, sale, 9);
		await().atMost(PATIENCE).untilAsserted(() -> {
			assertThat(Sales.left(guide, sale)).isEqualTo(1);
			assertThat(Sales.stock(guide, sale)).isEqualTo(1);
		});
	}

}
