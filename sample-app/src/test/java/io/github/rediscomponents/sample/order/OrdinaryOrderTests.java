// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.LocalDateTime;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Sales;
import io.github.rediscomponents.test.Concurrently;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Orders of vouchers that are sold at any time.
 */
class OrdinaryOrderTests {

	private final Guide guide = Guide.shared();

	private final String token = this.guide.loginAsSomebody();

	@Test
	void anOrderIsStoredAtOnceAndItsIdIsText() {
		long voucher = create("午餐券");
		JsonNode id = buy(voucher, this.token).data();
		assertThat(id.isString()).isTrue();
		assertThat(Long.parseLong(id.asString())).isGreaterThan(1L << 53);
		JsonNode order = this.guide.get("/voucher-order/" + id.asString(), this.token).data();
		assertThat(order.path("id")).isEqualTo(id);
		assertThat(order.path("voucherId").asLong()).isEqualTo(voucher);
		assertThat(order.path("title").asString()).isEqualTo("午餐券");
		assertThat(order.path("status").asInt()).isEqualTo(1);
		assertThat(LocalDateTime.parse(order.path("createTime").asString()))
			.isBetween(LocalDateTime.now().minusMinutes(1), LocalDateTime.now().plusSeconds(5));
		assertThat(this.guide.get("/voucher-order/me", this.token).list()).containsExactly(order);
		assertThat(this.guide.get("/activity/latest").list()).anySatisfy((activity) -> {
			assertThat(activity.path("title").asString()).isEqualTo("午餐券");
			assertThat(activity.path("kind").asString()).isEqualTo("order");
		});
	}

	@Test
	void aRetryMakesNoSecondOrderAndHearsOfTheFirst() {
		long voucher = create("Lunch");
		String id = buy(voucher, this.token).data().asString();
		assertRetry(buy(voucher, this.token), id);
		assertThat(Sales.orders(this.guide, voucher)).isEqualTo(1);
		buy(voucher, this.guide.loginAsSomebody()).assertDone();
		assertThat(Sales.orders(this.guide, voucher)).isEqualTo(2);
	}

	@Test
	void manyClicksOfOneUserMakeOneOrder() {
		long voucher = create("Lunch");
		List<Answer> answers = Concurrently.run(15, () -> buy(voucher, this.token));
		assertThat(answers).filteredOn(Answer::succeeded).hasSize(1);
		String id = answers.stream().filter(Answer::succeeded).findFirst().orElseThrow().data().asString();
		assertThat(answers).filteredOn((answer) -> !answer.succeeded())
			.hasSize(14)
			.allSatisfy((answer) -> assertRetry(answer, id));
		assertThat(Sales.orders(this.guide, voucher)).isEqualTo(1);
	}

	@Test
	void aCrowdBuysOneEach() {
		long voucher = create("Lunch");
		List<Callable<Answer>> crowd = IntStream.range(0, 60)
			.<Callable<Answer>>mapToObj((i) -> () -> buy(voucher, this.guide.tokenOf(100 + i / 2)))
			.toList();
		List<Answer> answers = Concurrently.run(crowd);
		assertThat(answers).filteredOn(Answer::succeeded).hasSize(30);
		assertThat(answers).filteredOn((answer) -> !answer.succeeded()).allSatisfy(Answer::assertRefused);
		assertThat(Sales.orders(this.guide, voucher)).isEqualTo(30);
		assertThat(Sales.buyers(this.guide, voucher)).isEqualTo(30);
	}

	@Test
	void onlyOrdinaryVouchersThatAreOnAreSold() {
		long sale = Sales.create(this.guide, 5);
		assertThat(buy(sale, this.token).assertRefused().sentence()).isEqualTo("This voucher is sold in a flash sale.");
		assertThat(Sales.stock(this.guide, sale)).isEqualTo(5);
		assertThat(Sales.orders(this.guide, sale)).isZero();
		long off = create("Off");
		this.guide.bean(JdbcClient.class).sql("UPDATE tb_voucher SET status = 2 WHERE id = ?").param(off).update();
		assertThat(buy(off, this.token).assertRefused().sentence()).isEqualTo("This voucher is not sold.");
		for (long unknown : new long[] { 0, -1, 999_999, Long.MAX_VALUE }) {
			assertThat(buy(unknown, this.token).assertRefused().sentence()).isEqualTo("There is no such voucher.");
		}
		this.guide.post("/voucher-order/buy/x", this.token).assertStatus(400);
		this.guide.post("/voucher-order/buy/99999999999999999999", this.token).assertStatus(400);
		this.guide.get("/voucher-order/buy/1", this.token).assertStatus(405);
		assertThat(this.guide.get("/voucher-order/me", this.token).list()).isEmpty();
	}

	@Test
	void orderingWantsALogin() {
		long voucher = create("Lunch");
		this.guide.post("/voucher-order/buy/" + voucher).assertStatus(401);
		this.guide.post("/api/voucher-order/buy/" + voucher, "unknown").assertStatus(401);
		assertThat(Sales.orders(this.guide, voucher)).isZero();
	}

	@Test
	void tooManyAttemptsAreRefused() {
		Guide.Settings settings = new Guide.Settings().with("redis-components.rate-limit.policies.buy.limit", "3")
			.with("redis-components.rate-limit.policies.buy.period", "1h");
		try (Guide strict = Guide.start(settings)) {
			String buyer = strict.tokenOf(1);
			List<Answer> answers = Concurrently.run(8, () -> strict.post("/voucher-order/buy/1", buyer));
			assertThat(answers).filteredOn(Answer::succeeded).hasSize(1);
			assertThat(answers).filteredOn((answer) -> !answer.succeeded()).allSatisfy(Answer::assertRefused);
			assertThat(answers).filteredOn((answer) -> answer.text().contains("one per user")).hasSize(2);
			assertThat(answers).filteredOn((answer) -> answer.text().contains("Too many attempts")).hasSize(5);
		}
	}

	@Test
	void theOrderIsShownWithTheNewNameOfItsBuyer() {
		this.guide.put("/user/nickname", this.token, "{\"nickName\":\"买家小鱼\"}").assertDone();
		buy(create("Lunch"), this.token).assertDone();
		await().until(() -> this.guide.get("/activity/latest").text().contains("买家小鱼"));
	}

	private static void assertRetry(Answer answer, String id) {
		assertThat(answer.assertRefused().sentence()).contains("one per user");
		assertThat(answer.body().path("data").asString()).isEqualTo(id);
	}

	private Answer buy(long voucher, String buyer) {
		return this.guide.post("/voucher-order/buy/" + voucher, buyer);
	}

	private long create(String title) {
		return this.guide
			.post("/voucher", this.guide.tokenOf(1),
					"{\"shopId\":9,\"title\":\"" + title + "\",\"payValue\":1000,\"actualValue\":2000}")
			.data()
			.asLong();
	}

}
