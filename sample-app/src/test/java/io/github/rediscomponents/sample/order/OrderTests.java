// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Sales;
import io.github.rediscomponents.test.Concurrently;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Orders of flash sales, and the activities that they leave.
 */
class OrderTests {

	private final Guide guide = Guide.shared();

	private final String token = this.guide.loginAsSomebody();

	@Test
	void anOrderHasAnIdThatIsTextAndAStatus() {
		long voucher = Sales.create(this.guide, 5);
		JsonNode id = order(voucher).data();
		assertThat(id.isString()).isTrue();
		assertThat(Long.parseLong(id.asString())).isGreaterThan(1L << 53);
		// At once, stored or not.
		JsonNode first = this.guide.get("/voucher-order/" + id.asString(), this.token).data();
		assertThat(first.path("status").asInt()).isBetween(0, 1);
		assertThat(first.path("id")).isEqualTo(id);
		JsonNode order = Sales.stored(this.guide, id.asString(), this.token);
		assertThat(order.path("id")).isEqualTo(id);
		assertThat(order.path("voucherId").asLong()).isEqualTo(voucher);
		assertThat(order.path("status").asInt()).isEqualTo(1);
		assertThat(LocalDateTime.parse(order.path("createTime").asString()))
			.isBetween(LocalDateTime.now().minusMinutes(1), LocalDateTime.now().plusSeconds(5));
		assertThat(this.guide.get("/voucher-order/me", this.token).list()).containsExactly(order);
		assertThat(Sales.stock(this.guide, voucher)).isEqualTo(4);
		assertThat(Sales.left(this.guide, voucher)).isEqualTo(4);
	}

	@Test
	void ordersOfOthersAreNotShown() {
		String id = this.guide.post("/voucher-order/seckill/" + Sales.create(this.guide, 5), this.token)
			.data()
			.asString();
		this.guide.get("/voucher-order/" + id, this.guide.loginAsSomebody()).assertRefused();
		this.guide.get("/voucher-order/0", this.token).assertRefused();
		assertThat(this.guide.get("/voucher-order/me", this.guide.loginAsSomebody()).list()).isEmpty();
	}

	@Test
	void aRetryMakesNoSecondOrderAndHearsOfTheFirst() {
		long voucher = Sales.create(this.guide, 5);
		String id = order(voucher).data().asString();
		assertRetry(order(voucher), id);
		Sales.stored(this.guide, id, this.token);
		assertRetry(order(voucher), id);
		assertThat(Sales.stock(this.guide, voucher)).isEqualTo(4);
		assertThat(this.guide.get("/voucher-order/me", this.token).ids()).containsExactly(Long.parseLong(id));
	}

	private static void assertRetry(Answer answer, String id) {
		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.succeeded()).isFalse();
		assertThat(answer.sentence()).contains("one per user");
		assertThat(answer.body().path("data").asString()).isEqualTo(id);
	}

	@Test
	void manyClicksOfOneUserMakeOneOrder() {
		long voucher = Sales.create(this.guide, 50);
		List<Answer> answers = Concurrently.run(15, () -> order(voucher));
		assertThat(answers).filteredOn(Answer::succeeded).hasSize(1);
		String id = answers.stream().filter(Answer::succeeded).findFirst().orElseThrow().data().asString();
		assertThat(answers).filteredOn((answer) -> !answer.succeeded())
			.hasSize(14)
			.allSatisfy((answer) -> assertRetry(answer, id));
		Sales.awaitOrders(this.guide, voucher, 1);
		assertThat(Sales.stock(this.guide, voucher)).isEqualTo(49);
	}

	@Test
	void onlyWhatIsOnSaleIsSold() {
		LocalDateTime now = LocalDateTime.now();
		long later = Sales.create(this.guide, 5, now.plusHours(1), now.plusHours(2));
		long over = Sales.create(this.guide, 5, now.minusHours(2), now.minusSeconds(1));
		assertThat(order(later).assertRefused().sentence()).isEqualTo("The sale has not begun yet.");
		assertThat(order(over).assertRefused().sentence()).isEqualTo("The sale is over.");
		assertThat(order(10).assertRefused().sentence()).isEqualTo("The sale is over.");
		assertThat(order(1).assertRefused().sentence()).isEqualTo("There is no such flash sale.");
		assertThat(order(999_999).assertRefused().sentence()).isEqualTo("There is no such flash sale.");
		order(0).assertRefused();
		order(-1).assertRefused();
		this.guide.post("/voucher-order/seckill/x", this.token).assertStatus(400);
		long off = Sales.create(this.guide, 5);
		Sales.setStatus(this.guide, off, 2);
		assertThat(order(off).assertRefused().sentence()).isEqualTo("This voucher is not sold.");
		long single = Sales.create(this.guide, 1);
		this.guide.post("/voucher-order/seckill/" + single, this.guide.loginAsSomebody()).assertDone();
		assertThat(order(single).assertRefused().sentence()).isEqualTo("Sold out.");
	}

	@Test
	void tooManyAttemptsAreRefused() {
		Guide.Settings settings = new Guide.Settings().with("redis-components.rate-limit.policies.seckill.limit", "3")
			.with("redis-components.rate-limit.policies.seckill.period", "1h");
		try (Guide strict = Guide.start(settings)) {
			String buyer = strict.tokenOf(1);
			List<Answer> answers = Concurrently.run(8, () -> strict.post("/voucher-order/seckill/10", buyer));
			assertThat(answers).allSatisfy(Answer::assertRefused);
			assertThat(answers).filteredOn((answer) -> answer.sentence().equals("The sale is over.")).hasSize(3);
			assertThat(answers).filteredOn((answer) -> answer.sentence().startsWith("Too many attempts")).hasSize(5);
			assertThat(strict.post("/voucher-order/seckill/10", strict.tokenOf(2)).assertRefused().sentence())
				.isEqualTo("The sale is over.");
		}
	}

	@Test
	void theLatestActivitiesAreTheTenNewestOrders() {
		awaitAllStored();
		long voucher = Sales.create(this.guide, 20);
		List<String> names = new ArrayList<>();
		for (int i = 0; i < 12; i++) {
			String buyer = this.guide.loginAsSomebody();
			Sales.order(this.guide, voucher, buyer).assertDone();
			names.add(0, this.guide.get("/user/me", buyer).data().path("nickName").asString());
			await().until(() -> names.get(0)
				.equals(this.guide.get("/activity/latest").body().path("data").path(0).path("nickName").asString("")));
		}
		List<JsonNode> activities = this.guide.get("/activity/latest").list();
		assertThat(activities).extracting((activity) -> activity.path("nickName").asString())
			.containsExactlyElementsOf(names.subList(0, 10));
		assertThat(activities.get(0).path("shopName").asString()).isEqualTo("浅草屋寿司（运河上街店）");
		assertThat(activities.get(0).path("title").asString()).isEqualTo("Test sale");
		assertThat(activities.get(0).path("kind").asString()).isEqualTo("order");
		assertThat(LocalDateTime.parse(activities.get(0).path("time").asString()))
			.isBefore(LocalDateTime.now().plusSeconds(5));
	}

	/** An order of another test that is stored late would be among the activities. */
	private void awaitAllStored() {
		await().until(() -> SaleAccess.open(this.guide.context())
			.stream()
			.allMatch((sale) -> SaleAccess.queue(this.guide.context(), sale).stats().depth() == 0));
	}

	private Answer order(long voucher) {
		return this.guide.post("/voucher-order/seckill/" + voucher, this.token);
	}

}
