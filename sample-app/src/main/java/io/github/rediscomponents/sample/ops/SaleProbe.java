// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import io.github.rediscomponents.sample.order.SaleBacklog;
import io.github.rediscomponents.sample.voucher.LiveStock;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Reads the running flash sales: the remaining stock of the newest, and the number of
 * orders that are not in the database yet.
 */
class SaleProbe implements Probe {

	private static final String NEWEST_ON = """
			SELECT v.id, v.title, s.stock FROM tb_seckill_voucher s JOIN tb_voucher v ON v.id = s.voucher_id
			WHERE v.status = 1 AND s.begin_time <= LOCALTIMESTAMP(3) AND s.end_time > LOCALTIMESTAMP(3)
			ORDER BY v.id DESC LIMIT 6""";

	private final JdbcClient jdbc;

	private final LiveStock stock;

	private final SaleBacklog backlog;

	SaleProbe(JdbcClient jdbc, LiveStock stock, SaleBacklog backlog) {
		this.jdbc = jdbc;
		this.stock = stock;
		this.backlog = backlog;
	}

	@Override
	public void read(Reading reading) {
		this.jdbc.sql(NEWEST_ON)
			.query(Sale.class)
			.list()
			.forEach((sale) -> reading.put("stock", sale.name(), this.stock.left(sale.id()).orElse(sale.stock())));
		SaleBacklog.Waiting waiting = this.backlog.waiting();
		reading.put("queue-depth", "orders", waiting.orders());
		reading.put("queue-lag", "orders", waiting.unread());
	}

	private record Sale(long id, String title, int stock) {

		String name() {
			return this.title + " #" + this.id;
		}

	}

}
