// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Sales;
import io.github.rediscomponents.sample.fixture.TwoGuides;
import io.github.rediscomponents.sample.shop.CountingShopStore;
import io.github.rediscomponents.test.Concurrently;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two instances of the application on one Redis and one database.
 */
class TwoInstancesTests extends TwoGuides {

	@BeforeAll
	static void start() {
		start(new Guide.Settings(), CountingShopStore.class);
	}

	@Test
	void theSecondStartImportsNothing() {
		for (Guide guide : List.of(one, two)) {
			JdbcClient jdbc = guide.bean(JdbcClient.class);
			assertThat(jdbc.sql("SELECT COUNT(*) FROM tb_user WHERE id <= 1009").query(Long.class).single())
				.isEqualTo(1005);
			assertThat(jdbc.sql("SELECT COUNT(*) FROM tb_shop_type").query(Long.class).single()).isEqualTo(10);
			assertThat(jdbc.sql("SELECT COUNT(*) FROM tb_import").query(Long.class).single()).isEqualTo(1);
		}
	}

	@Test
	void aColdShopIsLoadedOnceForFiveHundredReaders() {
		one.put("/shop", one.tokenOf(1), "{\"id\":14,\"sold\":1}").assertDone();
		CountingShopStore.LOADS.set(0);
		AtomicInteger next = new AtomicInteger();
		List<Answer> answers = Concurrently.run(500,
				() -> (next.getAndIncrement() % 2 == 0) ? one.get("/shop/14") : two.get("/shop/14"));
		assertThat(answers).hasSize(500)
			.allSatisfy((answer) -> assertThat(answer.data().path("sold").asInt()).isEqualTo(1));
		assertThat(CountingShopStore.LOADS).hasValue(1);
	}

	@Test
	void bothSeeAChangeAsSoonAsItReturned() {
		String token = one.tokenOf(1);
		for (int i = 0; i < 4; i++) {
			Guide writer = (i % 2 == 0) ? one : two;
			String name = "name " + i;
			writer.put("/shop", token, "{\"id\":13,\"name\":\"%s\"}".formatted(name)).assertDone();
			assertThat(two.get("/shop/13").data().path("name").asString()).isEqualTo(name);
			assertThat(one.get("/shop/13").data().path("name").asString()).isEqualTo(name);
		}
	}

	@Test
	void aLoginHoldsOnBothUntilTheLogoutOnOne() {
		String token = one.loginAsSomebody();
		two.get("/user/me", token).assertDone();
		two.post("/user/logout", token).assertDone();
		one.get("/user/me", token).assertStatus(401);
	}

	@Test
	void oneThousandBuyersOfTwoHundredMakeExactlyTwoHundredOrders() {
		long voucher = Sales.create(one, 200);
		List<Long> users = one.bean(JdbcClient.class)
			.sql("SELECT id FROM tb_user ORDER BY id LIMIT 1000")
			.query(Long.class)
			.list();
		assertThat(users).hasSize(1000);
		List<String> tokens = users.stream().map(one::tokenOf).toList();
		// Each buyer clicks twice, once at each instance.
		List<Callable<List<Answer>>> crowd = IntStream.range(0, 200).<Callable<List<Answer>>>mapToObj((row) -> () -> {
			List<Answer> answers = new ArrayList<>();
			for (int i = 0; i < 10; i++) {
				String token = tokens.get((row / 2) * 10 + i);
				Guide guide = (row % 2 == 0) ? one : two;
				answers.add(guide.post("/voucher-order/seckill/" + voucher, token));
			}
			return answers;
		}).toList();
		long begin = System.nanoTime();
		List<Answer> answers = Concurrently.run(crowd).stream().flatMap(List::stream).toList();
		Duration took = Duration.ofNanos(System.nanoTime() - begin);
		System.out.println("2000 attempts of 1000 buyers took " + took.toMillis() + " ms");
		assertThat(answers).hasSize(2000);
		assertThat(answers).filteredOn(Answer::succeeded).hasSize(200);
		assertThat(answers).filteredOn((answer) -> !answer.succeeded()).allSatisfy(Answer::assertRefused);
		Sales.awaitOrders(two, voucher, 200);
		assertThat(Sales.buyers(two, voucher)).isEqualTo(200);
		assertThat(Sales.stock(two, voucher)).isZero();
		assertThat(one.get("/voucher/list/8").list()).anySatisfy((sale) -> {
			assertThat(sale.path("id").asLong()).isEqualTo(voucher);
			assertThat(sale.path("stock").asInt()).isZero();
		});
	}

}
