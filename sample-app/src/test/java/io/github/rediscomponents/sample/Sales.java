package io.github.rediscomponents.sample;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Flash sales for tests.
 */
final class Sales {

	private static final int SHOP = 8;

	private Sales() {
	}

	/** A sale that is on. */
	static long create(Guide guide, int stock) {
		LocalDateTime now = LocalDateTime.now();
		return create(guide, stock, now.minusMinutes(1), now.plusHours(1));
	}

	static long create(Guide guide, int stock, LocalDateTime begin, LocalDateTime end) {
		return guide.post("/voucher/seckill", guide.tokenOf(1), """
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
		guide.bean(JdbcClient.class)
			.sql("UPDATE tb_voucher SET status = ? WHERE id = ?")
			.params(status, voucher)
			.update();
	}

	/** Sets the window to moments that the database computes. */
	static void setWindow(Guide guide, long voucher, String begin, String end) {
		guide.bean(JdbcClient.class)
			.sql("UPDATE tb_seckill_voucher SET begin_time = " + begin + ", end_time = " + end
					+ " WHERE voucher_id = ?")
			.param(voucher)
			.update();
	}

	private static long number(Guide guide, String sql, long voucher) {
		return guide.bean(JdbcClient.class).sql(sql).param(voucher).query(Long.class).single();
	}

}
