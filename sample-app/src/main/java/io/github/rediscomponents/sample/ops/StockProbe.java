package io.github.rediscomponents.sample.ops;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * How many are left of the flash sales that are on, by the database.
 */
class StockProbe implements Probe {

	private static final String NEWEST_ON = """
			SELECT v.id, v.title, s.stock FROM tb_seckill_voucher s JOIN tb_voucher v ON v.id = s.voucher_id
			WHERE v.status = 1 AND s.begin_time <= LOCALTIMESTAMP(3) AND s.end_time > LOCALTIMESTAMP(3)
			ORDER BY v.id DESC LIMIT 6""";

	private final JdbcClient jdbc;

	StockProbe(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	@Override
	public void read(Reading reading) {
		this.jdbc.sql(NEWEST_ON)
			.query(Left.class)
			.list()
			.forEach((left) -> reading.put("stock", left.name(), left.stock()));
	}

	private record Left(long id, String title, int stock) {

		String name() {
			return this.title + " #" + this.id;
		}

	}

}
