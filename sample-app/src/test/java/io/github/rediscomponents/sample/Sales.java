// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;

import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Flash sales for tests.
 */
final class Sales {

	private static final int SHOP = 8;

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private Sales() {
	}

	/** A sale that is on. */
	static long create(Guide guide, int stock) {
		LocalDateTime now = LocalDateTime.now();
		return create(guide, stock, now.minusMinutes(1), now.plusHours(1));
	}

	static long create(Guide guide, int stock, LocalDateTime begin, LocalDateTime end) {
		return create(guide, guide.tokenOf(1), stock, begin, end);
	}

	static long create(GuideClient guide, String token, int stock) {
		LocalDateTime now = LocalDateTime.now();
		return create(guide, token, stock, now.minusMinutes(1), now.plusHours(1));
	}

	private static long create(GuideClient guide, String token, int stock, LocalDateTime begin, LocalDateTime end) {
		return guide.post("/voucher/seckill", token, """
				{"shopId":%d,"title":"Test sale","payValue":100,"actualValue":1000,"stock":%d,"beginTime":"%s",
				"endTime":"%s"}""".formatted(SHOP, stock, begin.truncatedTo(ChronoUnit.MILLIS), end)).data().asLong();
	}

	static long stock(Guide guide, long voucher) {
		return number(guide, "SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ?", voucher);
	}

	static long orders(Guide guide, long voucher) {
		return number(guide, "SELECT COUNT(*) FROM tb_voucher_order WHERE voucher_id = ?", voucher);
	}

	static long buyers(Guide guide, long voucher) {
		return number(guide, "SELECT COUNT(DISTINCT user_id) FROM tb_voucher_order WHERE voucher_id = ?", voucher);
	}

	static void setStatus(Guide guide, long voucher, int status) {
		guide.put("/voucher/seckill", guide.tokenOf(1), "{\"id\":%d,\"status\":%d}".formatted(voucher, status))
			.assertDone();
	}

	static Answer addStock(Guide guide, long voucher, int pieces) {
		return guide.put("/voucher/seckill", guide.tokenOf(1),
				"{\"id\":%d,\"addStock\":%d}".formatted(voucher, pieces));
	}

	/** The stock that is left, as each user sees it. */
	static long left(GuideClient guide, long voucher) {
		return guide.get("/voucher/list/" + SHOP)
			.list()
			.stream()
			.filter((one) -> one.path("id").asLong() == voucher)
			.findFirst()
			.orElseThrow()
			.path("stock")
			.asLong();
	}

	static Answer order(Guide guide, long voucher, String token) {
		return guide.post("/voucher-order/seckill/" + voucher, token);
	}

	/** Orders, and waits until the order is stored. */
	static JsonNode buy(Guide guide, long voucher, String token) {
		return stored(guide, order(guide, voucher, token).data().asString(), token);
	}

	static JsonNode stored(Guide guide, String order, String token) {
		return await().atMost(PATIENCE)
			.until(() -> guide.get("/voucher-order/" + order, token).data(),
					(seen) -> seen.path("status").asInt() == 1);
	}

	/** Waits until as many orders are stored, and then there are no more. */
	static void awaitOrders(Guide guide, long voucher, long expected) {
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(orders(guide, voucher)).isEqualTo(expected));
	}

	private static long number(Guide guide, String sql, long voucher) {
		return guide.bean(JdbcClient.class).sql(sql).param(voucher).query(Long.class).single();
	}

}
